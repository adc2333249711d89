import { words } from './words.js';

/** Well-known products; other products are typed by the claims about them. */
export const PRODUCTS = words(`
  slack jira figma notion trello asana zoom strava photoshop excel powerpoint github gitlab docker kubernetes kafka
  postgres postgresql mysql mongodb redis linux windows macos ubuntu android ios iphone ipad macbook kindle
  playstation xbox whatsapp instagram spotify netflix chatgpt claude gmail outlook dropbox evernote obsidian python
  javascript typescript java rust react angular django tensorflow pytorch snowflake airflow dagster spark tableau
  salesforce hubspot shopify wordpress unity blender vscode vim emacs duolingo headspace fitbit garmin airtable miro
  terraform ansible jenkins grafana
`);
