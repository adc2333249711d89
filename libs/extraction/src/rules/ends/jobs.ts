import { words } from '#lexicon/words.js';
import type { EndRule } from '../language/claim-rule.js';

/** What a job gives: it ends with the job. */
const OF_JOB = ['works_at', 'occupation', 'reports_to'] as const;
/** What is told in a message about the job beside where it is. */
const BESIDE_EMPLOYER = ['occupation', 'reports_to'] as const;
/** What may follow "retired" and "resigned" when they tell an end: "a retired nurse" and "resigned as chair" do not. */
const TIME_OR_BREAK = words(`
  . , ; : ! ? … ) ( - – — and but so because when then too now already early yesterday today tonight last this in on
  at after with over since before
`);

/** What follows the words of a lost job where they say something else: "fired up", "let go of", "my job offer". */
const SAYS_OTHERWISE = words('up upon of application offer description search interview advert title');

/** Rules for ends of jobs that name no employer, and for what ends beside one that is named. */
export const JOB_END_RULES: readonly EndRule[] = [
  {
    ends: OF_JOB,
    past: 'asserted',
    onlyBefore: TIME_OR_BREAK,
    confidence: 0.8,
    patterns: {
      'A:person resigned|retired':
        'Bruna Reis resigned yesterday. => Bruna Reis did resigned yesterday; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      "A:person have|has|'ve|'s just? resigned|retired":
        'Bruna Reis has retired. => Bruna Reis status retired; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person {be} unemployed|jobless':
        'I am unemployed now => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything; Maya status unemployed',
      'A:person {be} between jobs':
        "I'm between jobs => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything; Maya status between jobs",
      'A:person {be} out of a? work|job':
        'Bruna Reis is out of work => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
    },
    counterExamples: ['Has Bruna Reis retired?', 'Bruna Reis retired hurt.'],
  },
  {
    ends: ['status'],
    past: 'asserted',
    onlyBefore: TIME_OR_BREAK,
    confidence: 0.8,
    patterns: {
      '<office> A:person resigned|retired':
        'Mayor Bruna Reis resigned on Monday. => Bruna Reis did resigned on Monday; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer status anything; Bruna Reis no longer works_at anything; Bruna Reis status Mayor',
      "<office> A:person have|has|'ve|'s just? resigned|retired":
        'Council leader Bruna Reis has resigned. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer status anything; Bruna Reis no longer works_at anything; Bruna Reis status Council leader',
    },
    counterExamples: ['Has Council leader Bruna Reis resigned?', 'Mayor Bruna Reis resigned herself to the delay.'],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    notBefore: SAYS_OTHERWISE,
    confidence: 0.8,
    patterns: {
      'A:person quit|left|lost P job|post|internship|apprenticeship':
        'I quit my job. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything; Maya did quit my job',
      "A:person have|has|'ve|'s just? quit|left|lost P job|post|internship|apprenticeship":
        'Bruna Reis has lost her job. => Bruna Reis did lost her job; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person {be} laid off':
        'Bruna Reis was laid off. => Bruna Reis status laid off; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person got laid off':
        'I got laid off. => Maya status laid off; Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person {be} let go':
        'Bruna Reis was let go. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person got let go':
        'I got let go. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person {be} fired|sacked':
        'Bruna Reis was sacked. => Bruna Reis did was sacked; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person got fired|sacked':
        'I got sacked. => Maya did got sacked; Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
    },
    counterExamples: [
      'Did Bruna Reis quit her job?',
      'I might quit my job.',
      'I lost my job application.',
      'I leave my post at six every day, and the door is left open.',
      'I was fired up for the match.',
      'I got fired up.',
      'I was let off with a warning, so I could go.',
      'I was let go of.',
    ],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    confidence: 0.8,
    patterns: {
      'A:person {be} made redundant':
        'I was made redundant. => Maya did was made redundant; Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person handed|turned|gave in|back P|the badge|lanyard|uniform':
        'I handed in the badge. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person handed|turned|gave P|the badge|lanyard|uniform in|back':
        'I handed the badge in. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'P last shift was':
        'My last shift was on Friday. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'P last day at work was':
        'My last day at work was Friday. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person left us for|to':
        'Bruna Reis left us for Tidelab. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      "A:person have|has|'s left us for|to":
        'Bruna Reis has left us for Tidelab. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      "A:person is|'s|are|'re not|n't coming back to us":
        "Bruna Reis isn't coming back to us. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything",
      'A:person {be} no longer with us':
        'Bruna Reis is no longer with us. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
    },
    counterExamples: ['Have you handed in the badge?', 'I gave back the laptop I had borrowed, not the badge.'],
  },
  {
    ends: OF_JOB,
    polarity: 'ended',
    past: null,
    confidence: 0.8,
    patterns: {
      'A:person {be} with us':
        "Bruna Reis isn't with us any more. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything",
      'A:person {work} here|there':
        'Bruna Reis no longer works here. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
    },
    counterExamples: ['Bruna Reis is with us.', 'Bruna Reis was with us last night.'],
  },
  {
    ends: OF_JOB,
    past: 'asserted',
    toCome: true,
    confidence: 0.8,
    patterns: {
      'A:person retires|resigns|retire|resign in|on|at|next|after':
        'Bruna Reis retires in July. => Bruna Reis plans retires in July; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person {be} retiring|resigning|leaving in|on|at|next|after':
        'Bruna Reis is leaving in July. => Bruna Reis plans leaving in July; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person will retire|resign|leave in|on|at|next|after':
        'Bruna Reis will retire in July. => Bruna Reis plans retire in July; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person leaves the|our company|firm|business|practice|team in|on|at|next|after':
        'Bruna Reis leaves the firm in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person {be} leaving the|our company|firm|business|practice|team in|on|at|next|after':
        'Bruna Reis is leaving the company in July. => Bruna Reis plans leaving the company in July; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person will leave the|our company|firm|business|practice|team in|on|at|next|after':
        'Bruna Reis will leave the company in July. => Bruna Reis plans leave the company in July; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person leaves us in|on|at|next':
        'Bruna Reis leaves us in July. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
    },
    counterExamples: ['Bruna Reis is leaving in a hurry.', 'Is Bruna Reis retiring in July?'],
  },
  {
    ends: BESIDE_EMPLOYER,
    past: 'asserted',
    confidence: 0.8,
    patterns: {
      'A:person left|quit B:company':
        'Bruna Reis left Nordlys AS. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Nordlys AS',
      'A:person left|quit @det? B:employer':
        'Bruna Reis left Vela Labs. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Vela Labs',
      "A:person have|has|'ve|'s left @det? B:employer":
        'Bruna Reis has left Vela Labs. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Vela Labs',
      'A:person resigned|retired from @det? B:employer':
        'Bruna Reis resigned from Vela Labs. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Vela Labs',
      'P last day|shift|week at @det? B:employer was':
        'My last day at Vela Labs was Friday. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at Vela Labs',
      'A:person {be} no longer at|with @det? B:employer':
        'Bruna Reis is no longer with Vela Labs. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Vela Labs',
    },
    counterExamples: ['Has Bruna Reis left Vela Labs?', 'Bruna Reis left Vela Labs years ago.'],
  },
  {
    ends: BESIDE_EMPLOYER,
    past: 'asserted',
    toCome: true,
    confidence: 0.8,
    patterns: {
      'A:person leaves @det? B:organization in|on|at|next|this|after':
        'Bruna Reis leaves Vela Labs on 30 June. => Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at Vela Labs',
      'A:person {be} leaving @det? B:organization in|on|at|next|this|after':
        'I am leaving Vela Labs in August. => Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at Vela Labs',
    },
    counterExamples: ['Is Bruna Reis leaving Vela Labs in August?', 'Bruna Reis leaves Vela Labs at five.'],
  },
  {
    ends: ['occupation', 'status'],
    past: 'asserted',
    notBefore: words('from off into onto to'),
    confidence: 0.8,
    patterns: {
      'A:person stepped|stood down':
        'Bruna Reis stepped down on Monday. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      "A:person have|has|'ve|'s just? stepped|stood down":
        'Bruna Reis has stepped down. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person resigned|retired as':
        'Bruna Reis resigned as chair. => Bruna Reis did resigned as chair; Bruna Reis no longer occupation anything; Bruna Reis no longer status anything; Bruna Reis no longer status chair',
      'N replaces|replaced|succeeds|succeeded A:person as':
        'Tomasz Nowak replaced Bruna Reis as chair. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'A:person {be} replaced|succeeded by N':
        'Bruna Reis was replaced by Tomasz Nowak. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      'N takes|took over from A:person':
        'Tomasz Nowak took over from Bruna Reis. => Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
    },
    counterExamples: ['Bruna Reis stepped down from the ladder.', 'Will Bruna Reis be replaced by Tomasz Nowak?'],
  },
  {
    ends: ['occupation'],
    past: 'asserted',
    confidence: 0.8,
    patterns: {
      'A:person {be} promoted':
        'Bruna Reis was promoted. => Bruna Reis did was promoted; Bruna Reis no longer occupation anything',
      'A:person got promoted': 'I got promoted! => Maya did got promoted; Maya no longer occupation anything',
      'A:person promoted ,': 'Bruna Reis promoted, runs all sites. => Bruna Reis no longer occupation anything',
    },
    counterExamples: ['Was Bruna Reis promoted?'],
  },
];
