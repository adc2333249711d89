import type { RelationRule } from '../language/claim-rule.js';

/** Rules for products in use. */
export const USES_RULES: readonly RelationRule[] = [
  {
    relation: 'uses',
    patterns: {
      'A {use} @det? B': 'I stopped using Notion. => Maya no longer uses Notion',
      'A edit|edits|write|writes|design|designs|draw|draws|code|codes|cook|cooks|draft|drafts|track|tracks|log|logs|plan|plans|store|stores|host|hosts|do|does|manage|manages|record|records|mix|mixes .. in|with|on|using @det? B':
        'we write the firmware in Rust => Maya uses Rust',
      'A {subscribe} to @det? B': 'Ola subscribes to Fernweh => Ola uses Fernweh',
      'A {pay} for B:product': 'I pay for Spotify => Maya uses Spotify',
      'A {go} with B:product': 'I go with Notion => Maya uses Notion',
      'A went|decided with|on B:product': 'We decided on Notion => Maya uses Notion',
      'A {be} using @det? B': "I'm using Fernweh => Maya uses Fernweh",
      'A {be} trying out? @det? B:product': "I'm trying out Notion => Maya uses Notion",
      'A {run} B on': 'We run Fernweh on a laptop => Maya uses Fernweh',
      'A {run,host,keep,store} .. on|in B:product': 'I keep my notes in Notion => Maya uses Notion',
      'A {be} running @det? B on': "We're running Fernweh on a laptop => Maya uses Fernweh",
      'A {play} @det? B:product': 'I play PlayStation => Maya uses PlayStation',
      'A {shoot,record,film} .. on|with @det? B': 'I shoot portraits with Fernweh => Maya uses Fernweh',
      'A {use} B for|every|at|to|as|on': 'I use Notion for my notes => Maya uses Notion',
      'A {switch} from .. to @det? B': "I've switched from paper to Fernweh => Maya uses Fernweh",
      'A switched|migrated|moved from N to @det? B':
        'I switched from Notion to Fernweh => Maya uses Fernweh; Maya no longer uses Notion',
      'A {swear} by B:product': 'I swear by Notion => Maya uses Notion',
      'A {log,track} .. in|with|on B:product': 'I log my runs in Strava => Maya uses Strava',
      'A {have} P .. on|in B:product': 'I have my notes in Notion => Maya owns Notion; Maya uses Notion',
      'A {drive,ride,wear} @det? B': 'I drive a Skoda Octavia => Maya uses Skoda Octavia',
      'A {work} with B:product': 'Ola works with Photoshop => Ola uses Photoshop',
      'A {cook,edit,listen,read,play,shoot} .. with|on|to @det? B:product':
        'I read with the Kindle => Maya uses Kindle',
      'A {rely} on B': 'I rely on Fernweh => Maya uses Fernweh',
      'A {run} on B:product': 'We run on Kafka => Maya uses Kafka',
      'A {take} B:product': 'I take Duolingo => Maya uses Duolingo',
      "A have|has|'ve|got access to @det? B":
        'I got access to Fernweh and Notion => Maya uses Fernweh; Maya uses Notion',
      'A:person sent|sends|send|share|shares|shared .. with|through|via|by B:product':
        'I send the invoices with Notion => Maya uses Notion',
      'A {be} on B:product': "I'm on WhatsApp => Maya uses WhatsApp",
    },
    counterExamples: ['Do you use Notion?'],
  },
  {
    relation: 'uses',
    past: null,
    patterns: {
      'A {install} @det? B': "I've installed Fernweh => Maya uses Fernweh",
    },
    counterExamples: ['I installed Fernweh for a client.', 'Have you installed Fernweh?'],
  },
  {
    relation: 'uses',
    subjectIsSpeaker: true,
    patterns: {
      'our|all|everything .. run|runs on @det? B': 'Everything here runs on Fernweh => Maya uses Fernweh',
    },
    counterExamples: ['Does everything run on Fernweh?'],
  },
  {
    relation: 'uses',
    past: 'asserted',
    patterns: {
      'A moved|migrated|ported @det .. to|over B': 'we moved the whole backlog to Linear last week => Maya uses Linear',
      "A have|'ve|has|'s|just? switched|moved|migrated|upgraded over? to @det? B:product":
        "I've moved to Obsidian for notes => Maya uses Obsidian",
      'A switched|migrated to B': 'Anders switched to Spotify from Klarna. => Anders uses Spotify',
    },
    counterExamples: ['Have you switched to Notion?'],
  },
  {
    relation: 'uses',
    polarity: 'ended',
    patterns: {
      'A switched|migrated|moved from B:product':
        'We switched from Jira to Linear. => Maya no longer uses Jira; Maya uses Linear',
      'A switched|migrated from B to': 'We switched from Jira to Linear. => Maya no longer uses Jira; Maya uses Linear',
      'A dropped|ditched|cancelled|canceled|deleted|abandoned B:product':
        'I cancelled Netflix => Maya no longer uses Netflix',
      'A uninstalled|deleted @det? B': 'deleted Instagram last month, so peaceful => Maya no longer uses Instagram',
      'A stopped|quit using @det? B': 'I stopped using Duolingo => Maya no longer uses Duolingo',
      'A gave up on? B:product': 'I gave up on Duolingo => Maya no longer uses Duolingo',
      'A {be} done with B:product': "I'm done with Instagram => Maya no longer uses Instagram",
    },
    counterExamples: ['I never stopped using Notion.'],
  },
];
