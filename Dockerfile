# One image; the command chooses api, worker, migrate or cli (docker-compose.yml).
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npx -y pnpm@12.4.2 install --frozen-lockfile && npx -y pnpm@12.4.2 build && npx -y pnpm@12.4.2 prune --prod --ignore-scripts

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node:node /app /app
USER node
CMD ["node", "apps/api/dist/main.js"]
