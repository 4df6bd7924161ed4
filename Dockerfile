# Two stages of building, and an image that holds the program and nothing else.
FROM node:20-bookworm AS ui
WORKDIR /src/ui
COPY ui/package.json ui/package-lock.json ./
RUN npm install --no-audit --no-fund
COPY ui/ ./
RUN npm run build

FROM golang:1.26-bookworm AS program
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=ui /src/ui/dist ./ui/dist
ARG VERSION=dev
RUN CGO_ENABLED=0 GOFLAGS=-trimpath go build $(make -s flags) -ldflags "-s -w -X anbar/app.Version=${VERSION}" -o /anbar . && mkdir -m 700 /data

FROM scratch
COPY --from=program /anbar /anbar
# A volume that is mounted at either belongs to the user from the start.
COPY --from=program --chown=65532:65532 /data /data
COPY --from=program --chown=65532:65532 /data /backup
USER 65532:65532
ENV ANBAR_DATA=/data
VOLUME /data
EXPOSE 8080 8443
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["/anbar", "health"]
ENTRYPOINT ["/anbar"]
CMD ["serve"]
