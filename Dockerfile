# One image for API, worker, webhooks and migrations; `local` adds the local chain and wallet provider.
#   docker build -t presage .                    docker build -t presage-local --target local .

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS node

FROM node AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY tools/build ./tools/build
COPY migrations ./migrations
COPY libs ./libs
COPY packages/sdk ./packages/sdk
COPY apps ./apps
COPY dev ./dev
RUN node tools/build/build.mjs

FROM node AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node AS local
ENV NODE_ENV=development
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN ln -s /app/node_modules/@foundry-rs/anvil-linux-*/bin/anvil /usr/local/bin/anvil \
  && install -d -o node -g node /data
USER node
CMD ["node", "--enable-source-maps", "dist/dev/wallet-provider/main.js"]

FROM node AS product
LABEL org.opencontainers.image.title=Presage \
  org.opencontainers.image.version=0.1.0 \
  org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.source=https://github.com/presage-markets/presage
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/apps/api ./dist/apps/api
COPY --from=build /app/dist/apps/console ./dist/apps/console
COPY --from=build /app/dist/apps/worker ./dist/apps/worker
COPY --from=build /app/dist/apps/webhooks ./dist/apps/webhooks
COPY --from=build /app/dist/apps/ops ./dist/apps/ops
COPY --from=build /app/dist/apps/migrate ./dist/apps/migrate
COPY --from=build /app/dist/libs ./dist/libs
COPY --from=build /app/dist/bundles ./dist/bundles
COPY --from=build /app/dist/migrations ./dist/migrations
# Sources of /llms-full.txt and /skill.md.
COPY docs/concepts.md docs/agents.md docs/errors.md ./docs/
COPY skills ./skills
USER node
EXPOSE 4000 4001 4040
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "dist/apps/api/src/main.js"]
