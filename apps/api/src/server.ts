import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { guardRoutes } from './access/guard-routes.ts';
import { MAX_UPLOAD_BYTES, type ApiDependencies } from './dependencies.ts';
import { answerFrameworkError, installErrorEdge } from './error-edge.ts';
import { answerWrongMethods } from './wrong-method.ts';
import { healthRoutes } from './routes/health.ts';
import { homeRoutes } from './routes/home.ts';
import { jobRoutes } from './routes/jobs.ts';
import { meetingRoutes } from './routes/meetings.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { summaryRoutes } from './routes/summaries.ts';
import { uploadRoutes } from './routes/upload-transcript.ts';

/** The page of the OpenAPI document styles itself inline. */
const docsPolicy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The HTTP server, ready to listen or to be injected into. */
export async function buildServer(dependencies: ApiDependencies): Promise<FastifyInstance> {
  const { db, logger, rateLimitPerMinute, trustProxy } = dependencies;
  const app = fastify({
    loggerInstance: logger,
    trustProxy,
    // Our own line names the route instead of the URL: a sign-in token or a search text is not for the log.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1024 * 1024,
    frameworkErrors: answerFrameworkError,
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorEdge(app);

  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: false,
  });
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 256 * 1024 },
  });
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Meeting Assistant',
        version: '1',
        description: 'Upload transcripts, follow jobs, read summaries.',
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(rateLimit, {
    global: false, // guardRoutes counts
    max: rateLimitPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.access?.subject ?? request.ip,
  });
  guardRoutes(app, db);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
  const methods = answerWrongMethods(app);
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger());
  for (const routes of [
    healthRoutes,
    homeRoutes,
    signInRoutes,
    uploadRoutes,
    meetingRoutes,
    summaryRoutes,
    jobRoutes,
  ]) {
    await app.register(routes, dependencies);
  }
  methods.fillIn();
  return app;
}
