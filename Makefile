# The one place where the build's settings stand. Go keeps a separate cache for each combination of them.
export CGO_ENABLED := 0
export GOFLAGS := -trimpath
SHELL := /bin/bash
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# Of releases: the public key of minisign that they are signed with, and the address below which each version has a directory.
RELEASE_KEY ?=
RELEASE_URL ?=
LDFLAGS := -s -w -X anbar/app.Version=$(VERSION) -X anbar/app.ReleaseKey=$(RELEASE_KEY) -X anbar/app.ReleaseURL=$(RELEASE_URL)
# Databases that Caddy's certificate authority could use and does not: 6 MB.
TAGS := nobadger,nobadgerv1,nobadgerv2,nomysql,nopgx,nobbolt
# Of our own, the parts that neither bytes nor long lists go through. 1.1 MB.
CALM := base/chat base/mail base/settings control drive/activity drive/compress drive/export drive/fields drive/imports drive/leases \
	drive/summaries drive/trash host identity office operation sales sharing
# Modules that are large and not in a hurry: their functions are not copied into each other. 4.5 MB.
COLD := github.com/aws cel.dev github.com/antlr4-go github.com/smallstep go.step.sm github.com/slackhq google.golang.org cloud.google.com github.com/google \
	github.com/googleapis github.com/grpc-ecosystem go.opentelemetry.io github.com/prometheus github.com/go-webauthn github.com/fxamacker github.com/tinylib \
	github.com/spf13 github.com/urfave github.com/cpuguy83 github.com/russross github.com/Masterminds github.com/huandu github.com/shopspring github.com/manifoldco \
	github.com/nlnwa github.com/emersion github.com/alecthomas github.com/danielgtaylor go.yaml.in $(addprefix anbar/app/,$(CALM))
FLAGS := -tags $(TAGS) $(foreach module,$(COLD),-gcflags=$(module)/...=-l)
GO_FILES := $(shell find . -name '*.go' -not -path './ui/node_modules/*')
UI_FILES := $(shell find ui/src ui/public ui/index.html ui/package-lock.json ui/vite.*.ts -type f 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run dev build ui check flags test test-full test-go test-ui e2e stories golden race bench licenses size soak shots package sign clean

help: ## what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build everything and start the appliance on http://localhost:8080 with its data in ./data
	./anbar serve --data ./data --listen :8080

dev: ui/node_modules/.installed ## a seeded team, mails in the log, and the user interface with hot reload
	bash scripts/dev.sh

build: anbar ## the program with its user interface, at ./anbar

anbar: $(GO_FILES) go.mod go.sum ui/dist/index.html
	go build $(FLAGS) -ldflags '$(LDFLAGS)' -o $@ .

flags: # of the compiler, for the Dockerfile
	@echo '$(FLAGS)'

ui: ui/dist/index.html ## the user interface alone

ui/node_modules/.installed: ui/package.json ui/package-lock.json
	cd ui && npm install --no-audit --no-fund
	@touch $@

ui/dist/index.html: ui/node_modules/.installed $(UI_FILES)
	cd ui && npm run build
	@touch $@

check: ui/node_modules/.installed ## what needs no running: format, vet, staticcheck, types, lint
	@test -z "$$(gofmt -l $(GO_FILES))" || { echo "not formatted:"; gofmt -l $(GO_FILES); exit 1; }
	go vet ./...
	go tool staticcheck ./...
	cd ui && npx tsc -p . --noEmit && npm run lint

# The tests of Go wait for each other where those of the browser compute, and the other way round, so they run beside each other.
test: anbar ## Go, front end, stories, browser: each language on one size of screen
	@bash scripts/chromium.sh && bash scripts/devices.sh # here, because two installations at a time would fail
	@begin=$$(date +%s) && $(MAKE) --no-print-directory -j2 e2e test-go test-ui && end=$$(date +%s) && \
		echo "all tests: $$(( (end - begin) / 60 )) min $$(( (end - begin) % 60 )) s"

test-full: export FULL := 1
test-full: anbar ## the same with every language on every size, real costs of passwords and the real disk, as before a release
	@for part in test-go test-ui e2e; do $(MAKE) --no-print-directory $$part || exit 1; done
	go test ./stories -run TestRcloneJudges -timeout 30m
	go test -tags full -run TestHalfAGibibyteIsEnough -v -timeout 60m ./stories
	go test -tags full -run LibreOffice -v ./decode/docx
	cd ui && npm run --silent formulas -- --check
	go test -tags full -v -timeout 120m ./packaging
	bash scripts/reproducible.sh

test-go: ui/dist/index.html ## the tests of Go, with the stories of the whole product
	bash scripts/devices.sh
	TMPDIR=$$(bash scripts/scratch.sh) go test -timeout 40m ./... # beside other work the stories take longer than Go's own ten minutes

test-ui: ui/node_modules/.installed ## the tests of the front end that need no browser
	cd ui && npm run test

e2e: anbar ## the tests in a browser, against the program
	bash scripts/chromium.sh
	cd ui && TMPDIR=$$(bash ../scripts/scratch.sh) npm run e2e

stories: ## only the stories of the whole product
	TMPDIR=$$(bash scripts/scratch.sh) go test ./stories -run TestStories -v

golden: ## write the golden files anew; review the difference
	ANBAR_GOLDEN=1 go test ./db -run TestSchemaIsGolden
	ANBAR_GOLDEN=1 go test ./stories ./db ./config -run 'Golden|Permissions|Document|Schema|Settings|Limits|Migrations'

race: ## the tests of Go with the race detector (needs gcc)
	CGO_ENABLED=1 go test -race ./...

bench: anbar ## measure, and write docs/benchmarks.md
	bash scripts/chromium.sh && bash scripts/devices.sh
	go run ./bench

licenses: ui/node_modules/.installed ## the license texts of everything in the program, after a change of dependencies
	go run ./packaging/licenses/generate $(TAGS)

size: anbar ## bytes of the program by module, into docs/benchmarks.md
	mkdir -p bench/out
	go build $(FLAGS) -ldflags '-X anbar/app.Version=$(VERSION)' -o bench/out/anbar-symbols .
	go run ./bench size bench/out/anbar-symbols anbar

soak: anbar ## long tests of faults, crashes and attacks; as root
	FULL=1 go test -tags soak -timeout 3h ./...

shots: anbar ## pictures of every screen, in ./shots
	bash scripts/chromium.sh
	cd ui && npm run shots

# Packages need a version that begins with a digit and grows: v1.2.0 is 1.2.0, five commits later 1.2.0+5.gabcdef; before the first
# tag the time of the commit counts.
PACKAGE_VERSION = $(shell git describe --tags --match 'v[0-9]*' 2>/dev/null | sed 's/^v//; s/-\([0-9]*\)-g/+\1.g/' | grep . || \
	TZ=UTC git log -1 --date=format-local:%Y%m%d%H%M%S --format=0.0.0+%cd.g%h)

# All files of a package have the time of the commit, so that one commit makes the same bytes everywhere.
package: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
package: anbar ## a .deb and an .rpm, in ./packages, with their sums; with GOARCH=arm64 after "rm -f anbar" for that processor
	@file=$$(go version -m anbar | sed -n 's/.*GOARCH=//p'); [ "$$file" = "$$(go env GOARCH)" ] || \
		{ echo "./anbar is for $$file and not for $$(go env GOARCH): rm anbar"; exit 1; }
	rm -rf packages && mkdir packages
	chmod -R u=rwX,go=rX docs packaging/monitoring # whatever the umask of the checkout was
	for kind in deb rpm; do ARCH=$$(go env GOARCH) GOARCH= VERSION=$(PACKAGE_VERSION) go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0 package -f packaging/nfpm.yaml -p $$kind -t packages || exit 1; done
	cp anbar packages/anbar-linux-$$(go env GOARCH)
	cd packages && sha256sum anbar* > SHA256SUMS

sign: ## sign the sums of the packages with the key SIGN_KEY of minisign, whose public half is RELEASE_KEY
	go run aead.dev/minisign/cmd/minisign@v0.3.0 -S -s "$(SIGN_KEY)" -m packages/SHA256SUMS -x packages/SHA256SUMS.minisig

clean: ## remove what was built
	rm -rf anbar packages ui/dist/* ui/node_modules shots
	touch ui/dist/.keep
