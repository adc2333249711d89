import { words } from './words.js';

/** Well-known products; other products are typed by the claims about them. */
export const PRODUCTS = words(`
  slack jira figma notion trello asana zoom strava photoshop excel powerpoint github gitlab docker kubernetes kafka
  postgres postgresql mysql mongodb redis linux windows macos ubuntu android ios iphone ipad macbook kindle
  playstation xbox whatsapp instagram spotify netflix chatgpt claude gmail outlook dropbox evernote obsidian python
  javascript typescript java rust react angular django tensorflow pytorch snowflake airflow dagster spark tableau
  salesforce hubspot shopify wordpress unity blender vscode vim emacs duolingo headspace fitbit garmin airtable miro
  terraform ansible jenkins grafana
  npm pnpm eslint webpack vitest pytest deno homebrew prisma drizzle typeorm sequelize argocd istio nginx rabbitmq nats
  jetstream sqs dynamodb bigquery redshift databricks dbt metabase superset pgbouncer pgvector sqlite duckdb clickhouse
  elasticsearch opensearch kibana logstash datadog pagerduty opsgenie splunk circleci buildkite bitbucket confluence
  clickup basecamp discord telegram skype webex zendesk mailchimp sendgrid supabase firebase heroku numpy pandas scipy
  vuejs nextjs nestjs fastapi laravel symfony kotlin golang elixir erlang matlab jupyter opengl godot
  airpods airtag chromecast roomba homepod thermomix alexa thinkpad chromebook gopro ipod imac nespresso
  imessage facetime powershell onedrive sharepoint dynatrace rundeck sonarqube
`);
