import { words } from './words.js';

/** Nationalities; most are languages too. */
export const NATIONALITIES = words(`
  american british english scottish welsh irish french german dutch belgian swiss austrian italian spanish
  portuguese catalan basque greek turkish swedish norwegian danish finnish icelandic polish czech slovak hungarian
  romanian bulgarian serbian croatian bosnian slovenian albanian macedonian ukrainian russian belarusian estonian
  latvian lithuanian georgian armenian azerbaijani kazakh uzbek iranian persian iraqi syrian lebanese jordanian
  israeli palestinian saudi emirati yemeni egyptian libyan tunisian algerian moroccan sudanese ethiopian eritrean
  somali kenyan ugandan tanzanian rwandan nigerian ghanaian senegalese ivorian cameroonian congolese angolan
  mozambican zambian zimbabwean namibian south-african indian pakistani bangladeshi nepali nepalese bhutanese
  burmese thai vietnamese cambodian laotian malaysian singaporean indonesian filipino filipina chinese taiwanese
  japanese korean mongolian afghan australian canadian mexican guatemalan honduran salvadoran nicaraguan cuban
  jamaican haitian dominican colombian venezuelan ecuadorian peruvian bolivian brazilian chilean argentinian
  argentine uruguayan paraguayan european african asian scandinavian swede swedes brit brits dane finn turk pole
`);

/** Names of languages. */
export const LANGUAGES = words(`
  english french german dutch flemish italian spanish portuguese catalan basque galician greek turkish swedish
  norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian serbian croatian bosnian
  slovenian albanian macedonian ukrainian russian belarusian estonian latvian lithuanian georgian armenian
  azerbaijani kazakh uzbek persian farsi arabic hebrew kurdish pashto dari urdu hindi bengali punjabi gujarati
  marathi tamil telugu kannada malayalam sinhala nepali burmese thai vietnamese khmer lao malay indonesian tagalog
  filipino chinese mandarin cantonese taiwanese japanese korean mongolian swahili amharic somali hausa yoruba igbo
  zulu xhosa afrikaans wolof irish welsh gaelic scots esperanto latin yiddish maltese luxembourgish
  frisian faroese sami breton cornish occitan corsican sardinian romansh romani ladino megrelian chechen tatar kyrgyz
  tajik turkmen uyghur tibetan hokkien hakka teochew shanghainese javanese sundanese cebuano ilocano sindhi assamese
  konkani tigrinya oromo lingala kikuyu luganda kinyarwanda malagasy chichewa setswana sesotho twi quechua aymara guarani
  nahuatl maori samoan tongan hawaiian inuktitut
`);
