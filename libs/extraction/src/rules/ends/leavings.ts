import { words } from '#lexicon/words.js';
import type { EndRule } from '../language/claim-rule.js';

/** What a job gives: it ends with the job. */
const OF_JOB = ['works_at', 'occupation', 'reports_to'] as const;
const ALL_OF = (name: string): string =>
  [...OF_JOB]
    .sort()
    .map((predicate) => `${name} no longer ${predicate} anything`)
    .join('; ');
const BRUNA = ALL_OF('Bruna Reis');
const MAYA = ALL_OF('Maya');
/** What follows "quit" where it is the job that is quit; "quit smoking" and "quit chess" name something else. */
const CLAUSE_ENDS = words('. , ; : ! ? … ) – — - and but because last this yesterday today in on');

/** Rules for jobs that are left in words that name no employer. */
export const LEAVING_RULES: readonly EndRule[] = [
  {
    ends: OF_JOB,
    past: 'asserted',
    notBefore: words('interview fair advert'),
    confidence: 0.8,
    patterns: {
      'A:person left|quit the|our company|firm|business|practice|agency|organisation|organization': `Bruna Reis left the company. => ${BRUNA}`,
      "A:person have|has|'ve|'s left|quit the|our company|firm|business|practice|agency|organisation|organization": `Bruna Reis has left the firm. => ${BRUNA}`,
      'A:person left us in|last|this|on @when': `Bruna Reis left us last week. => ${BRUNA}`,
      'A:person left us at|by|around|towards the? end|start|beginning|middle of': `Bruna Reis left us at the end of May. => ${BRUNA}`,
      'A:person left|quit for a|another better|new|different|bigger? job|role|position|post': `Bruna Reis left for a better job. => ${BRUNA}`,
      'A:person stopped|finished work in|last': `Bruna Reis stopped work in May. => ${BRUNA}`,
      'A:person had P last day|shift today|yesterday|on|last': `Bruna Reis had her last day today. => ${BRUNA}`,
      'P last day|shift was on? @when': `My last day was Friday. => ${MAYA}`,
      "A:person is|'s|are|'re|am|'m not|n't coming|going back to? work": `Bruna Reis isn't coming back to work. => ${BRUNA}`,
      "A:person will|wo|'ll not|n't be? coming|returning|return|come back? to work|us": `Bruna Reis won't be coming back to us. => ${BRUNA}`,
    },
    counterExamples: [
      'Has Bruna Reis left the company?',
      'Bruna Reis left for a job interview.',
      'Bruna Reis left us on hold last week.',
      'Bruna Reis left us a note last week.',
      'Bruna Reis left us in the dark on Friday.',
      'Bruna Reis left her bag with the company.',
      "Bruna Reis isn't coming back with the work van.",
      'Bruna Reis never left the company.',
      'My last day in Rome was Friday.',
      'Bruna Reis stopped work on the roof in May.',
    ],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    toCome: true,
    confidence: 0.8,
    patterns: {
      'A:person , ... , retires|resigns|leaves in|on|at|next|after': `Bruna Reis, head of sales, retires in July. => Bruna Reis occupation head of sales; ${BRUNA}`,
      'A:person , .. ... , retires|resigns|leaves in|on|at|next|after': `Bruna Reis, for many years baker at the mill in the old town, retires in July. => ${BRUNA}`,
      'A:person retires|resigns in|on|at|next|after': `Bruna Reis retires next July. => ${BRUNA}; Bruna Reis plans retires next July`,
      'A:person {be} retiring|resigning in|on|at|next|after': `Bruna Reis is retiring in May. => ${BRUNA}; Bruna Reis plans retiring in May`,
      'A:person {be} leaving us|the in|on|at|next|after': `Bruna Reis is leaving us in May. => ${BRUNA}; Bruna Reis plans leaving us in May`,
      'A:person leaves us|the in|on|at|next|after': `Bruna Reis leaves us next May. => ${BRUNA}`,
      'P last|final day|shift {be} on|the?': `My last day is on 30 June. => ${MAYA}`,
    },
    counterExamples: [
      'When Bruna Reis, our head chef, retires in July, who cooks?',
      'Is Bruna Reis retiring in May?',
      'Bruna Reis is leaving the house at nine.',
      'Bruna Reis leaves us on hold.',
      'The shop, run by Bruna Reis, leaves its old house in July.',
      'My last day in Rome is 30 June.',
      'The last day of the sale is 30 June.',
    ],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    onlyBefore: CLAUSE_ENDS,
    confidence: 0.8,
    patterns: {
      'A:person left in|last @when': `Bruna Reis left in December, take her off the list. => ${BRUNA}`,
      "A:person have|has|'ve|'s just? quit": `Bruna Reis has quit. => ${BRUNA}`,
    },
    counterExamples: [
      'Bruna Reis left in December for a tour of Peru.',
      'Has Bruna Reis quit?',
      'Bruna Reis has quit smoking.',
    ],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    onlyBefore: CLAUSE_ENDS,
    // What else is quit, such as a sport, was told before: too weak to be a fact, and enough to unsettle one.
    confidence: 0.45,
    patterns: {
      'A:person quit': `Bruna Reis quit. => ${BRUNA}`,
    },
    counterExamples: ['Bruna Reis quit smoking.', 'Bruna Reis quit chess.', 'Did Bruna Reis quit?'],
  },
  {
    ends: ['occupation', 'status'],
    past: 'asserted',
    notBefore: words('i he she it we they you a an the'),
    confidence: 0.8,
    patterns: {
      'A:person steps|stands|stepped|stood down|aside as':
        'Bruna Reis steps down as chair. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'N have|has taken over from A:person':
        'Tomasz Nowak has taken over from Bruna Reis. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      "N have|has|'s replaced|succeeded A:person as":
        'Tomasz Nowak has replaced Bruna Reis as chair. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      "N {be} A:person 's successor|replacement":
        "Tomasz Nowak is Bruna Reis's successor. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything",
      "A:person have|has|'s handed|passed over|on? the|P reins|gavel|chair|presidency|post|role|office to":
        'Bruna Reis has handed the chair to Tomasz Nowak. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person handed|passed over|on? the|P reins|gavel|chair|presidency|post|role|office to':
        'Bruna Reis handed over the chair to Tomasz Nowak. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
    },
    counterExamples: [
      'Bruna Reis stepped aside as the bus passed.',
      'Has Tomasz Nowak taken over from Bruna Reis?',
      "Tomasz Nowak is not Bruna Reis's successor.",
      'Bruna Reis passed over the office to Tomasz Nowak?',
    ],
  },
  {
    ends: ['occupation', 'status'],
    past: 'asserted',
    toCome: true,
    confidence: 0.8,
    patterns: {
      'N will|to take over from A:person':
        'Tomasz Nowak will take over from Bruna Reis in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'N will|to replace|succeed A:person as':
        'Tomasz Nowak will replace Bruna Reis as chair in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'N {be} taking over from A:person':
        'Tomasz Nowak is taking over from Bruna Reis in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person steps|stands down|aside in|on|at|next|after':
        'Bruna Reis steps down next July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person steps|stands down|aside as .. in|on|at|next|after':
        'Bruna Reis steps down as chair in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person {be} stepping|standing down|aside in|on|at|next|after':
        'Bruna Reis is stepping down in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person {be} stepping|standing down|aside as .. in|on|at|next|after':
        'Bruna Reis is stepping down as chair in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
    },
    counterExamples: ['Tomasz Nowak will take over from Bruna Reis.', 'Will Bruna Reis be standing down in July?'],
  },
];
