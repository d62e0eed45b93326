# The packages the site runs on; without those of the tests, and without the Node of package.json: the image has its own.
FROM node:24-bookworm-slim AS packages
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.cache

# The site itself. It is the property of root: the site writes into the volume and nowhere else.
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data CONTENT_DIR=/site/content ASTRO_TELEMETRY_DISABLED=1
WORKDIR /site
RUN mkdir /data && chown node:node /data
COPY --from=packages /site/node_modules node_modules
COPY . .
# A start with this content and code needs no bundler. Other routes, languages or tags make a bundle of their own.
RUN DATA_DIR=/tmp/bundle node --experimental-strip-types src/commands/site.ts bundle --into .bundles && rm -rf /tmp/bundle
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--experimental-strip-types", "--disable-warning=ExperimentalWarning", "src/commands/start.ts"]
