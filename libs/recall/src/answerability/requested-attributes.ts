/**
 * An attribute that a question asks for: the predicates by which the graph knows it, and a pattern of texts that state
 * it.
 */
export interface RequestedAttribute {
  readonly questionPattern: RegExp;
  /** Relation types and predicates, without prefix. */
  readonly predicates: readonly string[];
  readonly answerPattern: RegExp;
}

const OCCUPATION: RequestedAttribute = {
  questionPattern:
    /^what(?: is|'s| was| are) .*\b(?:job|profession|occupation)\b|^(?:what|which) (?:job|profession|occupation)\b|^what (?:does|did|do) .*\b(?:do for (?:a living|work|a job)|work as)\b|^what kind of (?:work|job)|^what is .*'s (?:role|position)|^what work does/i,
  predicates: ['occupation', 'works_at', 'works_on', 'founded', 'reports_to'],
  answerPattern:
    /\b(?:work(?:s|ed|ing)? (?:as|at|for|in|on)|job|retired|ex-|former|hired|promoted|apprentice|role|post|teach(?:es|er|ing)?|runs? (?:a|the|her|his)|drives? (?:a|the)|trained? as|(?:is|was|as|became|am|i'm|she's|he's|a|an|the) (?:an? |the )?(?:[\w-]+ ){0,2}(?:\w{3,}(?:er|or|ist|ian|ant|smith|man|woman)|nurse|cook|chef|vet|pilot|boss|clerk|judge|guide|coach|nanny|cop|monk|priest|scientist|student))\b/i,
};

const STUDIES: RequestedAttribute = {
  questionPattern:
    /^what (?:does|did|do|is|was) .*\b(?:stud(?:y|ies|ied|ying)|major)|^(?:which|what) (?:school|university|college|uni)\b|^where (?:does|did|do) .*\bstudy|^what .*\b(?:degree|major|subject)\b/i,
  predicates: ['studied_at'],
  answerPattern:
    /\b(?:stud(?:y|ies|ied|ying|ent)|passouts?|batch|doctorate|msc|bsc|trained|alumn\w+|conservatoire|school|university|college|degree|major(?:ing)?|graduat\w+|reads|phd|master'?s|faculty|academy|uni|semester|thesis|class(?:es)?)\b/i,
};

const BIRTHDAY: RequestedAttribute = {
  questionPattern: /^when (?:is|was) .*\b(?:birthday|born)\b|\bbirth ?date\b/i,
  predicates: ['birthday'],
  answerPattern: /\b(?:birthday|born|turn(?:s|ed|ing)?)\b/i,
};

const COLOUR: RequestedAttribute = {
  questionPattern: /\b(?:what|which) colou?r\b/i,
  predicates: [],
  answerPattern:
    /\b(?:red|blue|green|yellow|black|white|brown|gr[ae]y|pink|purple|orange|violet|gold(?:en)?|silver|beige|turquoise|teal|crimson|navy|cream|maroon|ginger|copper|olive|scarlet|lilac|lavender|mustard|burgundy|amber|blond\w*)\b/i,
};

const LANGUAGE: RequestedAttribute = {
  questionPattern: /\b(?:what|which) languages?\b/i,
  predicates: ['speaks'],
  answerPattern:
    /\b(?:\w{2,}(?:ish|ese|ian)|french|german|dutch|greek|hindi|arabic|thai|urdu|tamil|swahili|czech|welsh|irish|hebrew|latin|yoruba|twi|zulu|xhosa|igbo|farsi|quechua|creole)\b/i,
};

const BREED: RequestedAttribute = {
  questionPattern: /\b(?:what|which) (?:dog |cat )?breed\b/i,
  predicates: [],
  answerPattern:
    /\b(?:breed|pedigree|mongrel|mutt|cross(?:breed)?|mix|\w*doodle|cockapoo|retriever|labrador|lab|collie|spaniel|terrier|poodle|beagle|shepherd|alsatian|greyhound|whippet|lurcher|dachshund|corgi|husky|bulldog|mastiff|boxer|pug|setter|pointer|hound|chihuahua|schnauzer|rottweiler|dalmatian|tabby|siamese|persian|bengal|ragdoll|maine coon|tortoiseshell|shorthair|pony|cob|arab|shetland|thoroughbred)s?\b/i,
};

const DATABASE: RequestedAttribute = {
  questionPattern: /\b(?:what|which) (?:database|db)\b/i,
  predicates: [],
  answerPattern:
    /\b(?:postgres\w*|mysql|mariadb|sqlite|mongo\w*|redis|oracle|mssql|sql server|dynamo\w*|cassandra|cockroach\w*|clickhouse|duckdb|elasticsearch|neo4j|supabase|firestore|bigquery|snowflake)\b/i,
};

const FRAMEWORK: RequestedAttribute = {
  questionPattern: /\b(?:what|which) (?:[\w-]+ )?framework\b/i,
  predicates: [],
  answerPattern:
    /\b(?:react|vue|angular|svelte\w*|next(?:\.?js)?|nuxt|remix|astro|ember|django|flask|fastapi|rails|laravel|symfony|spring|express|nest(?:js)?|fastify|phoenix|flutter|electron|asp\.net|pytest|jest|vitest|framework)\b/i,
};

const HOSTING: RequestedAttribute = {
  questionPattern: /\b(?:what|which) (?:cloud|hosting)(?: provider| platform)?\b/i,
  predicates: [],
  answerPattern:
    /\b(?:aws|amazon|ec2|azure|gcp|google cloud|hetzner|ovh\w*|digitalocean|linode|scaleway|heroku|vercel|netlify|cloudflare|fly\.io|railway|on-prem\w*|hosted (?:at|by|on|with)|hosts)\b/i,
};

/** Attributes that are recognizable in a text by their words. */
export const ATTRIBUTES = {
  occupation: OCCUPATION,
  studies: STUDIES,
  birthday: BIRTHDAY,
  colour: COLOUR,
  language: LANGUAGE,
  breed: BREED,
  database: DATABASE,
  framework: FRAMEWORK,
  hosting: HOSTING,
} as const;
export const REQUESTED_ATTRIBUTES: readonly RequestedAttribute[] = Object.values(ATTRIBUTES);
