# The package as it is published, made with tools that the program does not need.
FROM node:24.21.0-slim AS package
WORKDIR /srv/dss
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts --no-audit --no-fund --workspaces=false
COPY . .
RUN npm pack --silent && tar -xzf domain-security-service-*.tgz

# What all variants share.
FROM node:24.21.0-slim AS base
USER node
RUN mkdir -m 700 /home/node/data
VOLUME /home/node/data
WORKDIR /srv/dss
ENV DSS_HOST=0.0.0.0 DSS_PORT=3000 DSS_DATA_DIR=/home/node/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/dss.js"]
CMD ["serve"]

# With Chromium, which prints reports as PDF, in all scripts that domain names are written in, and takes screenshots of lookalikes.
FROM base AS chromium
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-dejavu-core fonts-noto-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
USER node
COPY --from=package /srv/dss/package ./

# Without it; made unless another is named.
FROM base
COPY --from=package /srv/dss/package ./
