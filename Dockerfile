# The program with what it needs to run, and no more: no lab, no tests, no tools.
FROM node:24.21.0-slim
WORKDIR /srv/dss
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY . .
USER node
ENV DSS_HOST=0.0.0.0 DSS_PORT=3000 DSS_DATA_DIR=/tmp/dss
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/dss.js"]
CMD ["serve"]
