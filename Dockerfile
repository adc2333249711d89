# One image per app of full mode, and one for the command line: docker build --target api|extractor|cli .

FROM node:22-bookworm-slim AS manifest
WORKDIR /app
COPY package.json package-lock.json ./

FROM manifest AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY libs libs
COPY models models
COPY apps apps
COPY clients/typescript clients/typescript
COPY docs/openapi.json docs/openapi.json
RUN npm run -s build

# The optional packages are the binaries of the embedded Postgres, which no container runs.
FROM manifest AS runtime
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force \
 && rm -rf node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32
COPY docker/health.mjs docker/health.mjs
COPY --from=build /app/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0
USER node
STOPSIGNAL SIGTERM

FROM runtime AS cli
ENTRYPOINT ["node", "dist/apps/cli/src/main.js"]

FROM runtime AS extractor
ENV EXTRACTOR_PORT=8081
EXPOSE 8081
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=6 CMD ["node", "docker/health.mjs", "8081"]
CMD ["node", "dist/apps/extractor/src/main.js"]

FROM runtime AS api
ENV PORT=8080
EXPOSE 8080 9464
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=6 CMD ["node", "docker/health.mjs", "8080"]
CMD ["node", "dist/apps/api/src/main.js"]
