import { listJobs } from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { allows } from '../access/access.ts';
import { renderHome } from '../home-page.ts';
import type { ApiDependencies } from '../dependencies.ts';

/** `/`: where a sign-in link leads. Plain HTML, no script. */
export const homeRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db }, done) => {
  app.get('/', { config: { access: 'visitor' }, schema: { hide: true } }, async (request, reply) => {
    const { access } = request;
    const workspaceId = access && allows(access, 'read') ? access.workspaceId : null;
    const jobs = workspaceId === null ? null : (await listJobs(db, workspaceId, { limit: 50 })).items;
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(renderHome(jobs));
  });

  app.get('/home.css', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(homeStyle),
  );

  app.get('/icon.svg', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('image/svg+xml').send(icon),
  );
  done();
};

/** Three lines of a transcript, one of them marked. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2f5fd0"/><path d="M3 4.5h10M3 11.5h6" stroke="#fff" stroke-width="1.5"/><path d="M3 8h10" stroke="#ffd54a" stroke-width="2"/></svg>`;

const homeStyle = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #343a44); --muted: light-dark(#596273, #9aa4b5); --bad: light-dark(#b3261e, #ff8a80); }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 24px 16px; }
h1 { font-size: 20px; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td:first-child, td.failed { white-space: normal; overflow-wrap: anywhere; }
th, .muted { color: var(--muted); font-weight: normal; } .failed { color: var(--bad); } td { font-variant-numeric: tabular-nums; }
code { overflow-wrap: anywhere; }
`;
