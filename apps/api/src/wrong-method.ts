import type { FastifyInstance, HTTPMethods } from 'fastify';
import { ProblemError } from './problems.ts';

const known: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The framework answers 404 to a method that a path does not have. Call before the routes are registered; `fillIn` after
 * them gives each path a 405 that names its methods.
 */
export function answerWrongMethods(app: FastifyInstance): { fillIn: () => void } {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  return {
    fillIn() {
      for (const [url, methods] of Array.from(methodsOf)) {
        if (url.includes('*')) continue;
        const missing = known.filter((method) => !methods.has(method));
        const allow = [...methods].join(', ');
        if (missing.length === 0) continue;
        app.route({
          method: missing,
          url,
          config: { access: 'public' },
          schema: { hide: true },
          // Before the body is read: a wrong method's body is of no interest.
          onRequest: () => {
            throw new ProblemError(405, 'method_not_allowed', `This path answers ${allow}.`, {
              headers: { allow },
            });
          },
          handler: () => undefined,
        });
      }
    },
  };
}
