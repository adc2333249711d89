/** Closed word classes of English, in lower case, for finding names and claims. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((w) => w !== ''));

export const WEEKDAYS = words(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri
  sat sun`);
export const MONTHS = words(`january february march april may june july august september october november december jan
  feb mar apr jun jul aug sep sept oct nov dec`);

/** Nationalities; most are languages too. */
export const NATIONALITIES = words(`american british english scottish welsh irish french german dutch belgian swiss
  austrian italian spanish portuguese catalan basque greek turkish swedish norwegian danish finnish icelandic polish
  czech slovak hungarian romanian bulgarian serbian croatian bosnian slovenian albanian macedonian ukrainian russian
  belarusian estonian latvian lithuanian georgian armenian azerbaijani kazakh uzbek iranian persian iraqi syrian
  lebanese jordanian israeli palestinian saudi emirati yemeni egyptian libyan tunisian algerian moroccan sudanese
  ethiopian eritrean somali kenyan ugandan tanzanian rwandan nigerian ghanaian senegalese ivorian cameroonian congolese
  angolan mozambican zambian zimbabwean namibian south-african indian pakistani bangladeshi nepali nepalese bhutanese
  burmese thai vietnamese cambodian laotian malaysian singaporean indonesian filipino filipina chinese taiwanese
  japanese korean mongolian afghan australian canadian mexican guatemalan honduran salvadoran nicaraguan cuban
  jamaican haitian dominican colombian venezuelan ecuadorian peruvian bolivian brazilian chilean argentinian argentine
  uruguayan paraguayan european african asian scandinavian swede swedes brit brits dane finn turk pole`);

export const LANGUAGES = words(`english french german dutch flemish italian spanish portuguese catalan basque galician
  greek turkish swedish norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian serbian
  croatian bosnian slovenian albanian macedonian ukrainian russian belarusian estonian latvian lithuanian georgian
  armenian azerbaijani kazakh uzbek persian farsi arabic hebrew kurdish pashto dari urdu hindi bengali punjabi gujarati
  marathi tamil telugu kannada malayalam sinhala nepali burmese thai vietnamese khmer lao malay indonesian tagalog
  filipino chinese mandarin cantonese taiwanese japanese korean mongolian swahili amharic somali hausa yoruba igbo zulu
  xhosa afrikaans wolof irish welsh gaelic scots esperanto latin yiddish maltese luxembourgish`);

/** Words that are capitalized only by position, or never start or end a name. */
export const FUNCTION_WORDS = words(`i a an the this that these those my your his her its our their he she it we you
  they me him us them who whom whose what which where when why how and or but so nor if then else than because since
  while although though as at by for from in into of off on onto out over to under up with without about after before
  between during through until is am are was were be been being do does did done have has had will would shall should
  can could may might must not no yes yep yeah nope nah ok okay oh ah wow hey hi hello bye thanks thank thx please pls
  sorry well just also too very really still already again always never ever now today tomorrow yesterday tonight here
  there lol haha hahaha omg btw fyi imo jk idk tbh ugh hmm hm um uh yay all any both each few more most other some such
  only own same ceo cto cfo coo vp msc phd md bsc mba let lets 's 'm 're 've 'll 'd n't ca wo im dear later also maybe perhaps once morning evening apparently supposedly allegedly reportedly rumour rumor finally actually
  basically honestly seriously anyway everyone everybody someone anyone nobody nothing something monday's got get getting see go going gone come coming`);

/** Kinship terms used instead of a name. */
export const UNNAMED_KIN = words('mum mom dad mummy mommy daddy grandma grandpa granny grandad granddad nan nana');

export const TITLES = words(`dr dr. mr mr. mrs mrs. ms ms. mx mx. miss prof prof. professor doctor sir dame rev rev.
  capt. sgt. lt. gen. col. hon.`);

/** Lower-case words inside a name. */
export const NAME_CONNECTORS = words(`of de da do dos das del della di du van von der den ter ten la le al bin ibn y e
  av af zu zur & the`);

export const ORGANIZATION_ENDINGS = words(`inc inc. ltd ltd. llc llp gmbh kgaa asa aps oyj kk
  sarl srl pty pvt kft corp corp. corporation company co. ag plc sa oy ab
  bv nv kg group holdings university college school institute academy hospital clinic bank foundation airlines airways
  ventures partners labs laboratories club team band choir orchestra association society union ministry department
  council agency industries enterprises logistics freight systems technologies software studios consulting capital
  insurance pharma pharmaceuticals motors records press party congress parliament committee federation league fc
  rovers united wanderers rangers athletic philharmonic quartet trio collective cooperative observatory brewery trust fund`);
export const ORGANIZATION_OPENINGS = words(`university universidad université universität bank ministry department
  institute college school academy association federation`);

export const PLACE_ENDINGS =
  words(`street road avenue lane square park river lake mountain mountains bridge tower island
  islands beach airport station hotel café cafe restaurant hall castle cathedral church valley bay forest desert
  museum gallery theatre theater stadium library garden gardens market plaza harbour harbor county province city
  allotments suites inn pub bakery gym bistro diner grill tavern hostel lodge bookshop cinema arena pier palace temple
  mosque shrine monastery falls creek canyon peak glacier fjord quarter hill hills lido campsite zoo`);
export const PLACE_OPENINGS =
  words(`lake mount mt mt. port fort cape río rio casa hotel café cafe villa via calle rue rua avenida
  plaza piazza trattoria ristorante osteria bistro taverna pizzeria brasserie gasthaus pousada hostal quinta`);

export const EVENT_ENDINGS = words(`marathon summit conference festival fest expo olympics cup convention fair hackathon
  meetup gala awards championship championships prix derby regatta carnival symposium biennale`);
export const HOLIDAYS = words(`christmas easter diwali eid ramadan hanukkah thanksgiving halloween passover holi nowruz
  songkran oktoberfest juneteenth`);

/** Well-known products; other products are typed by the claims about them. */
export const PRODUCTS = words(`slack jira figma notion trello asana zoom strava photoshop excel powerpoint github gitlab
  docker kubernetes kafka postgres postgresql mysql mongodb redis linux windows macos ubuntu android ios iphone ipad
  macbook kindle playstation xbox whatsapp instagram spotify netflix chatgpt claude gmail outlook dropbox evernote
  obsidian python javascript typescript java rust react angular django tensorflow pytorch snowflake airflow dagster
  spark tableau salesforce hubspot shopify wordpress unity blender vscode vim emacs duolingo headspace fitbit garmin
  airtable miro terraform ansible jenkins grafana`);

/** Words that may precede a place. */
export const PLACE_PREPOSITIONS = words('in to from near at into around outside visit visited visiting');

/** Countries and regions that the city list lacks or spells differently. */
export const MORE_PLACES = words(`usa uk england scotland wales holland turkey czechia russia vietnam syria iran bolivia
  venezuela tanzania laos moldova brunei taiwan palestine korea burma cappadocia bavaria catalonia tuscany provence
  sicily europe africa asia america antarctica oceania bali hawaii siberia patagonia manhattan brooklyn`);
