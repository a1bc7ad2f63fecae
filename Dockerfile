# The dashboard is made with tools that the program does not need.
FROM node:24.21.0-slim AS dashboard
WORKDIR /srv/dss
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build-dashboard.ts

# The program with what it needs to run, and no more: no lab, no tests, no tools.
FROM node:24.21.0-slim
# Prints reports, in all scripts that domain names are written in; without it everything else works.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-dejavu-core fonts-noto-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/dss
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY LICENSE ./
COPY bin bin
COPY docs docs
COPY src src
COPY --from=dashboard /srv/dss/web/dist web/dist
USER node
ENV DSS_HOST=0.0.0.0 DSS_PORT=3000 DSS_DATA_DIR=/tmp/dss
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/dss.js"]
CMD ["serve"]
