"""What a project has one of, and the names that people choose between for it: a database, a formatter, a license.

Two choices of one slot meet in one topic, so that the later takes the earlier one's place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """`nouns` name the slot itself, `domain` is of the closed vocabulary."""

    entity: str
    tag: str
    domain: str
    nouns: frozenset[str]


# entity | tag | domain | names (_ is a blank, = another spelling, ! only as the whole object) | nouns
_TABLE = """
database | data | data | sqlite=sqlite3 postgres=postgresql=pg mysql mariadb mongodb=mongo dynamodb duckdb cockroachdb oracle mssql=sql_server firestore couchdb cassandra clickhouse tinydb | database db datastore data_store persistence storage store data_storage
cache | performance | data | memcached valkey redis | cache caching cache_store
queue | infra | infra | redis rabbitmq kafka sqs nats celery sidekiq bullmq pubsub=pub/sub zeromq | queue job_queue task_queue message_queue message_broker broker event_bus
test framework | testing | test | pytest unittest nose jest vitest mocha jasmine ava! rspec minitest junit testng testify gtest=googletest catch2 phpunit xunit nunit | test_framework test_runner test testing unit_test test_suite
browser tests | testing | test | playwright cypress selenium puppeteer webdriverio | browser_test e2e_test end-to-end_test ui_test
package manager | tooling | tooling | npm pnpm yarn bun pip uv poetry pipenv conda mamba pdm hatch! composer bundler! | package_manager dependency_manager package dependency
formatter | tooling | tooling | black! yapf autopep8 prettier gofmt gofumpt rustfmt ruff_format biome_format dprint clang-format | formatter formatting code_formatter code_formatting
linter | tooling | tooling | ruff flake8 pylint eslint biome golangci-lint clippy rubocop oxlint staticcheck tslint | linter linting lint
type checker | tooling | tooling | mypy pyright basedpyright pyre | type_checker type_checking
build tool | tooling | build | vite webpack rollup parcel! esbuild turbopack rspack tsup bazel gradle maven cmake meson ninja make! just! mise makefile=makefiles | build_tool bundler build build_system dev_server task_runner
language | architecture | build | python golang=go! rust typescript=ts javascript=js java kotlin scala ruby php c++ c# swift elixir zig haskell clojure dart lua | language programming_language
web framework | architecture | api | fastapi flask django starlette litestar express! fastify koa nestjs hono rails sinatra spring! gin! echo! fiber! axum actix=actix-web rocket! laravel phoenix! | web_framework backend_framework http_framework
frontend framework | ui | ui | react vue=vue.js svelte sveltekit angular solidjs preact htmx next.js=nextjs nuxt astro remix! lit! alpine.js | frontend_framework ui_framework frontend front_end
css framework | ui | ui | tailwind=tailwindcss bootstrap! bulma css_modules styled-components sass scss plain_css | css_framework styling css
http client | architecture | api | requests! httpx aiohttp axios ky! got! urllib3 urllib fetch! reqwest ureq superagent | http_client
orm | data | data | sqlalchemy prisma drizzle typeorm sequelize gorm sqlc peewee tortoise-orm diesel! knex kysely raw_sql=plain_sql | orm query_builder
api style | architecture | api | rest! graphql grpc trpc soap! json-rpc | api api_style
updates | architecture | api | websockets=websocket sse=server-sent_events polling=long_polling webhooks | update live_update notification
format | data | data | json yaml toml ini! xml protobuf=protocol_buffers msgpack=messagepack avro parquet csv ndjson=jsonl | format serialization serialisation wire_format file_format
indentation | tooling | tooling | tabs! spaces! two_spaces=2_spaces four_spaces=4_spaces | indentation indent
license | process | meta | mit! apache-2.0=apache_2.0 gpl=gplv3 agpl bsd mpl | license licence
ci | infra | infra | github_actions gitlab_ci circleci jenkins buildkite travis drone! | ci ci_provider pipeline
hosting | infra | infra | aws gcp azure fly.io heroku vercel netlify render! railway! cloudflare_workers digitalocean hetzner | hosting cloud host
orchestration | infra | infra | kubernetes=k8s nomad ecs docker_swarm docker_compose docker-compose systemd | orchestration container_orchestration deployment
infrastructure code | infra | infra | terraform pulumi cloudformation cdk ansible opentofu | infrastructure infra infrastructure_as_code
web server | infra | infra | nginx caddy traefik haproxy apache! | web_server reverse_proxy proxy
authentication | security | auth | jwt=jwts=jwt_tokens oauth=oauth2 oidc session_cookies=cookies api_keys saml passkeys magic_links basic_auth | authentication auth login
password hashing | security | auth | bcrypt argon2=argon2id scrypt pbkdf2 | password_hashing password_hash
hash | architecture | unknown | sha-256=sha256 blake3 blake2 xxhash md5 sha-1=sha1 | hash hashing checksum
state management | ui | ui | redux zustand mobx recoil jotai pinia vuex | state_management store
validation library | architecture | api | pydantic marshmallow attrs dataclasses zod yup! joi valibot | validation validation_library
cli library | architecture | tooling | click! typer argparse docopt cobra clap! commander! yargs | cli cli_library command_line argument_parsing
logging library | architecture | infra | loguru structlog winston pino! zap! zerolog slog logrus log4j | logging logging_library logger
date library | architecture | unknown | moment! moment.js=momentjs date-fns dayjs luxon pendulum | date_library
merge strategy | process | tooling | rebase=rebasing squash=squash_merges=squash_merging merge_commits trunk-based=trunk-based_development gitflow=git_flow | merge_strategy branching_model
versioning | process | meta | semver=semantic_versioning calver=calendar_versioning | versioning version_scheme
repository layout | architecture | meta | monorepo polyrepo multirepo=multi-repo | repository_layout repo_layout
architecture style | architecture | unknown | monolith=modular_monolith microservices serverless event_sourcing=event-sourced cqrs | architecture
search engine | data | search | elasticsearch opensearch meilisearch typesense solr algolia fts5 | search search_engine full-text_search
id scheme | data | data | uuid=uuids uuidv4=uuid_v4 uuidv7=uuid_v7 ulid=ulids nanoid snowflake_ids=snowflakes auto-increment=autoincrement_ids integer_ids | id ids identifier primary_key
rendering | ui | ui | ssr=server-side_rendering ssg=static_generation spa=single-page_app csr=client-side_rendering | rendering
dataframe library | data | data | pandas polars dask pyspark | dataframe dataframe_library
analytics | infra | infra | posthog plausible=plausible_analytics google_analytics mixpanel amplitude! umami matomo | analytics analytics_provider
error tracking | infra | infra | sentry bugsnag rollbar! glitchtip | error_tracking
monitoring | infra | infra | prometheus grafana datadog new_relic uptimerobot uptime_kuma | monitoring metrics observability
tracing | infra | infra | opentelemetry=otel jaeger zipkin langsmith langfuse | tracing
component library | ui | ui | shadcn=shadcn/ui mui=material_ui chakra=chakra_ui radix=radix_ui ant_design mantine daisyui | component_library ui_library
object storage | infra | infra | s3=aws_s3 r2=cloudflare_r2 gcs minio backblaze | object_storage blob_storage file_storage
payments | architecture | api | stripe paypal braintree paddle! lemon_squeezy | payments payment payment_provider
mail service | infra | infra | sendgrid ses=aws_ses postmark! mailgun resend! | mail_service email_service email_provider
vector store | data | search | pinecone qdrant weaviate chroma=chromadb pgvector faiss milvus | vector_store vector_database retriever
model provider | architecture | api | openai anthropic gemini ollama bedrock=aws_bedrock openrouter | model_provider llm llm_provider ai_provider
prompt library | tooling | tooling | inquirer clack=@clack/prompts enquirer prompts! questionary bun-promptx | prompt_library prompts_library
time zone | data | data | utc local_time | time_zone timezone zone
spelling | process | docs | british_english=british_spelling american_english=american_spelling | spelling
"""  # noqa: E501
_TOKEN = re.compile(r"[\w+#][\w+#./-]*")
_ARTICLE = re.compile(r"^(?:the|an?|our|my|your|just|only|good old)\s+", re.IGNORECASE)


def _read_table() -> tuple[dict[str, Slot], dict[str, tuple[Slot, ...]], dict[str, str], frozenset[str]]:
    by_noun: dict[str, Slot] = {}
    by_name: dict[str, tuple[Slot, ...]] = {}
    spelt: dict[str, str] = {}
    common: set[str] = set()
    for row in _TABLE.strip().splitlines():
        entity, tag, domain, names, nouns = (cell.strip() for cell in row.split("|"))
        slot = Slot(entity, tag, domain, frozenset(noun.replace("_", " ") for noun in nouns.split()))
        for noun in slot.nouns:
            by_noun.setdefault(noun, slot)
        for spellings in names.split():
            every = [one.rstrip("!").replace("_", " ") for one in spellings.split("=")]
            common |= {one.rstrip("!") for one in spellings.split("=") if one.endswith("!")}
            for one in every:
                by_name[one] = (*by_name.get(one, ()), slot)
                spelt[one] = every[0]
    return by_noun, by_name, spelt, frozenset(common)


_BY_NOUN, _BY_NAME, _SPELT, _WORDS_OF_ENGLISH = _read_table()


def singular(noun: str) -> str:
    """A plain English noun without its plural's ending."""
    return noun[:-1] if len(noun) > 3 and noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def slots_of(thing: str) -> tuple[Slot, ...]:
    """The slots that a thing can fill, by the first name in it that tells; a word of English only where it is the whole thing."""
    whole = _bare(thing)
    if whole in _BY_NAME:
        return _BY_NAME[whole]
    words = [word.rstrip(".-/") for word in _TOKEN.findall(whole)]
    for size in (3, 2, 1):
        for start in range(len(words) - size + 1):
            name = " ".join(words[start : start + size])
            for spelt in (name, singular(name)):
                if spelt in _BY_NAME and spelt not in _WORDS_OF_ENGLISH:
                    return _BY_NAME[spelt]
    return ()


def slot_named(noun_phrase: str) -> Slot | None:
    """The slot that a noun phrase names by its last words: "our test runner", "the job queue"."""
    words = [singular(word) for word in _bare(noun_phrase).split()]
    for size in (3, 2, 1):
        name = " ".join(words[-size:])
        if len(words) >= size and name in _BY_NOUN:
            return _BY_NOUN[name]
    return None


def spelling(thing: str) -> str:
    """One spelling of a name; what is no known name stays as it is."""
    return _SPELT.get(_bare(thing), thing)


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip(" `'\"*.,;:!").casefold())
