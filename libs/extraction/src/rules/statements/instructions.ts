import { words } from '#lexicon/words.js';
import type { StatementRule } from '../language/claim-rule.js';

/** What may follow a wish without a verb: "no emojis, please", but not "no emojis were harmed". */
const ENDS_WISH = words('. , ; : ! … ) please pls and or in ever thanks unless');

/** Rules for instructions to the agent. */
export const INSTRUCTIONS_RULES: readonly StatementRule[] = [
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    atClauseStart: true,
    undated: true,
    patterns: {
      'please? ^always|never V': 'Please never send me surveys. => Maya instruction never send me surveys',
      'from now on , V': 'From now on, keep answers short. => Maya instruction keep answers short',
      'from now on V': 'From now on keep answers short => Maya instruction keep answers short',
      'remember to ^always|never V': 'Remember to always answer in Dutch => Maya instruction always answer in Dutch',
      "please? ^do n't ever V":
        "don't ever suggest recipes with pork => Maya instruction don't ever suggest recipes with pork",
      "just|please? ^do n't|not use|suggest|recommend|remind|propose|schedule|include|assume|guess|apologise|apologize|invent|repeat|summarise|summarize|explain|format|translate|print|push|commit|sign V":
        "Please don't use emojis. => Maya instruction don't use emojis",
      'just|please? ^keep your|my|the|all? answers|answer|replies|reply|responses|messages|summaries|emails|mails V':
        'Please keep your answers short => Maya instruction keep your answers short',
      'just|please? ^answer|reply|respond|write|talk|speak to? me|us? in|with @language V':
        'Please answer me in Dutch on weekdays => Maya instruction answer me in Dutch on weekdays',
      'you can|may|should ^answer|reply|respond|write|talk|speak to? me|us? in|with @language V':
        'you can answer in Dutch now => Maya instruction answer in Dutch',
      'just|please? ^stop suggesting|recommending|using|sending|adding|signing|mentioning|reminding|saying|writing|ending|starting|apologising|apologizing|inventing|repeating V':
        'Stop signing my mails with cheers => Maya instruction Stop signing my mails with cheers',
      'just|please? ^use euros|metric|kilometres|kilometers|celsius|pounds|dollars|kilos|grams|british|american|bullet|24-hour|iso|plain|simple V':
        'Use euros and kilometres => Maya instruction Use euros',
      'just|please? ^check|correct|remind|warn|tell|ask|flag|show|add|include|convert|translate|summarise|summarize|suggest|mention|give|list|write|cite ... whenever|always|each|every V':
        'Please correct my Dutch whenever I write in it => Maya instruction correct my Dutch whenever I write in it',
      'please? ^forget|ignore|drop|scrap the|that|my .. rule|rules V':
        'Forget the short answers rule on weekends => Maya instruction Forget the short answers rule on weekends',
      'in future , please? V': 'In future, please show prices in euros => Maya instruction show prices in euros',
    },
    counterExamples: ['Never heard of it.', "Don't they use emojis?"],
  },
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    atClauseStart: true,
    undated: true,
    onlyBefore: ENDS_WISH,
    patterns: {
      'just|please? ^no emojis|emoji|reminders|jargon|slang|spoilers|disclaimers|emoticons|lectures|links V':
        'No emojis please => Maya instruction No emojis',
      'just|please? ^no small talk V': 'no small talk, please => Maya instruction no small talk',
      'just|please? ^no bullet points V': 'No bullet points. => Maya instruction No bullet points',
      'just|please? ^no exclamation marks V': 'No exclamation marks => Maya instruction No exclamation marks',
    },
    counterExamples: ['No emojis were harmed.', 'No links found in the page.'],
  },
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    atClauseStart: true,
    undated: true,
    // Often to another person, or for once: "please don't ring the bell".
    confidence: 0.5,
    patterns: {
      "please ^do n't|not V": "Please don't ring the bell => Maya instruction don't ring the bell",
    },
    counterExamples: ["Please don't they ring?"],
  },
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    undated: true,
    patterns: {
      'i want|need|prefer you to V': 'I want you to answer in Dutch => Maya instruction answer in Dutch',
    },
    counterExamples: ['Did I want you to answer?'],
  },
];
