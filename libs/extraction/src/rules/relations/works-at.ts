import type { RelationRule } from '../language/claim-rule.js';

/** Rules for employment. */
export const WORKS_AT_RULES: readonly RelationRule[] = [
  {
    relation: 'works_at',
    forcesType: true,
    patterns: {
      'A {work,intern,teach,freelance} at @det? B': 'I work at Siemens. => Maya works_at Siemens',
      'A {work} .. at @det? B': 'I work in HR at Bayer => Maya works_at Bayer',
      'A started|start|starts work|working at @det? B':
        'Renske started work at Polarfilm. => Renske works_at Polarfilm',
    },
    counterExamples: ['Does Ana still work at Siemens?', "If I worked at Siemens I'd be rich."],
  },
  {
    relation: 'works_at',
    patterns: {
      'A {work} at|for @det? B': 'now working for Ocado btw => Maya works_at Ocado',
      'A {work} remotely|part-time|full-time|there at|for @det? B':
        'Ola works remotely for Tidelab => Ola works_at Tidelab',
      'A {work} as .. at|for|with @det? B':
        'I work as a data engineer at Vela Systems GmbH => Maya works_at Vela Systems GmbH; Maya occupation data engineer at Vela Systems GmbH; Maya occupation data engineer',
      'A {work} in .. at @det? B': 'I work in HR at Bayer => Maya works_at Bayer',
      'A {be} a|an|the .. <job> too|also|as? well? ,? at|for|with @det? B':
        'Ola is a nurse too, at Tidelab. => Ola works_at Tidelab; Ola occupation nurse',
      'A {be} a|an|the .. at|with @det? B:organization':
        'Ingrid Solberg is a nurse at Haukeland Hospital. => Ingrid Solberg works_at Haukeland Hospital; Ingrid Solberg occupation nurse',
      'A {be} .. <job> at|for|with @det? B':
        'Ingrid Solberg is a nurse at Haukeland Hospital. => Ingrid Solberg works_at Haukeland Hospital; Ingrid Solberg occupation nurse',
      'A , a|an|the .. at @det? B': 'Bruna Reis, a partner at Vela Labs, agreed. => Bruna Reis works_at Vela Labs',
      'A , .. <job> at|of|for|with|from @det? B':
        'Bruna Reis, an engineer from Vela Labs, agreed. => Bruna Reis works_at Vela Labs; Bruna Reis occupation engineer',
      'A:person , .. <job> , B:organization':
        'Present: Bruna Reis, head baker, Vela Labs => Bruna Reis works_at Vela Labs; Bruna Reis occupation head baker',
      'A , @det? head|director|manager|chief|vp of .. at|for|with @det? B':
        'Hassan, head of operations at Cargolux, agreed to the plan. => Hassan works_at Cargolux; Hassan occupation head of operations at Cargolux',
      'A {be} @det? head|director|manager|chief|vp of .. at|for|with @det? B':
        'Bruna Reis is head of sales at Tidelab => Bruna Reis works_at Tidelab; Bruna Reis occupation head of sales at Tidelab',
      'A {be} @det? .. head|director|manager|chief|vp at|of B:organization':
        'Bruna Reis is deputy director of Vela Labs => Bruna Reis works_at Vela Labs; Bruna Reis occupation deputy director',
      'A {be} .. the B:organization team|office|staff':
        "I'm on the Vela Labs team => Maya member_of Vela Labs; Maya works_at Vela Labs",
      'A over|here|there at B:organization': 'Ola over at Vela Labs says hi => Ola works_at Vela Labs',
      'A {teach,lecture,research} .. at|for @det? B':
        'Rosa teaches maths at Lincoln High School => Rosa works_at Lincoln High School',
      'A {work} with @det? B:organization': 'Ola works with Vela Labs => Ola works_at Vela Labs',
      'A {drive,fly,cook,write,play,design,code} for @det? B:organization':
        'Ola drives for Vela Labs => Ola works_at Vela Labs',
      'A , who works at|for @det? B':
        'I saw Bruna Reis. She, who works at Tidelab, says hi => Bruna Reis works_at Tidelab',
      'A {be} employed by @det? B': 'Ola is employed by Tidelab => Ola works_at Tidelab',
      "A 'm|am|'s|is|'re|are at B:organization": "I'm at Vela Labs => Maya works_at Vela Labs",
      'A {intern,freelance,teach,volunteer,consult} at|for|with @det? B:employer':
        'Chen Wei is interning at Bosch this summer => Chen Wei works_at Bosch',
      'A {teach} .. at @det? B':
        'My brother Mateus is teaching at Colegio Estrela. => Maya sibling_of Mateus; Mateus works_at Colegio Estrela',
      'A {be} at|with B now|for|since|these|and|as': "i'm at siemens now btw => Maya works_at siemens",
      "A have|has|'ve|'s been at|with B for|since|now":
        "I've been at Ericsson for six years. => Maya works_at Ericsson",
      'B , where A {work}': 'Tidelab, where Ola works, moved offices => Ola works_at Tidelab',
      'A {be} on staff|payroll|contract at @det? B': 'Ola is on contract at Tidelab => Ola works_at Tidelab',
      'A {run} the .. at @det? B:organization': 'Ola runs the kitchen at Vela Labs => Ola works_at Vela Labs',
      'A from B:company': 'Ola from Vela Labs called => Ola works_at Vela Labs',
      'A:person , from @det? B:organization': 'Bruna Reis, from Vela Labs, called => Bruna Reis works_at Vela Labs',
      'A:person ( B:organization )': 'Bruna Reis (Vela Labs) agreed => Bruna Reis works_at Vela Labs',
      'A:person ( .. <job> at|of|with|for|, @det? B:organization':
        'Bruna Reis (baker at Vela Labs) agreed => Bruna Reis works_at Vela Labs; Bruna Reis occupation baker',
      'A speaks|spoke|speaking|writes|wrote|calls|called for B:company':
        'Bruna Reis spoke for Vela Labs. => Bruna Reis works_at Vela Labs',
    },
    counterExamples: ['Would Dana work for Oracle?', 'I could have worked for Siemens.'],
  },
  {
    relation: 'works_at',
    past: 'asserted',
    patterns: {
      'A joined B:employer': 'Kwame joined Brightwater Ltd last spring => Kwame works_at Brightwater Ltd',
      "A have|'ve|has|just joined B:employer": "I've joined Tidelab => Maya works_at Tidelab",
      'A joined B as': 'Ola joined Tidelab as an intern => Ola works_at Tidelab',
      'A started|start|starting|starts at @det? B': 'I started at Klarna on Monday! => Maya works_at Klarna',
      'A started|starts|start working at|for @det? B': 'Ola starts working for Tidelab => Ola works_at Tidelab',
      'A got|landed|took|accepted a|the? new? job|position|role|offer|internship at|with|from @det? B':
        'guess what, I got a job at Safaricom => Maya works_at Safaricom',
      'A have|has a? job|position|internship at|with @det? B': 'I have a job at Tidelab => Maya works_at Tidelab',
      'A moved|switched|transferred to B:organization': 'Ola transferred to Vela Labs => Ola works_at Vela Labs',
      'A went to B:company': 'Ola went to Vela Labs => Ola works_at Vela Labs',
      'A {be} now|currently over? at|with B:company': 'Ola is now at Vela Labs => Ola works_at Vela Labs',
      'A moved|switched|transferred from N to B:organization':
        'Ravi moved from Infosys Ltd to Wipro Ltd. => Ravi no longer works_at Infosys Ltd; Ravi works_at Wipro Ltd',
      'P first day at @det? B': 'My first day at Tidelab was long => Maya works_at Tidelab',
      'A {start} .. as .. at|with @det? B':
        'Ola starts in May as a clerk at Tidelab => Ola works_at Tidelab; Ola occupation clerk',
    },
    counterExamples: ['I might start at Klarna.', 'Ola starts at nine.'],
  },
  {
    relation: 'works_at',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'first|second day|week|shift at @det? B:employer':
        'First day at Tidelab yesterday, all friendly => Maya works_at Tidelab',
    },
    counterExamples: ["Ola's first day at Tidelab was long.", 'First day at the beach!'],
  },
  {
    relation: 'works_at',
    past: 'asserted',
    // It says the job, so that only the name of the employer is uncertain.
    confidence: 0.95,
    patterns: {
      'A {start} .. job|role|position|internship at|with @det? B':
        'Ola starts a new job at Tidelab => Ola works_at Tidelab',
    },
    counterExamples: ['If I start a job at Tidelab, I will move.'],
  },
  {
    relation: 'works_at',
    past: 'asserted',
    patterns: {
      'B hired|employs A': 'Tidelab hired Ola => Ola works_at Tidelab',
      'B:organization have|has? appointed|named|hired A:person as':
        'Vela Labs has named Bruna Reis as chief architect. => Bruna Reis occupation chief architect; Bruna Reis works_at Vela Labs',
      'A {be} hired|recruited by @det? B': 'Ola was hired by Tidelab => Ola works_at Tidelab',
      'A got hired|recruited by @det? B': 'Ola got hired by Tidelab => Ola works_at Tidelab',
    },
    counterExamples: ['Has Tidelab hired Ola?', 'Ola was not hired by Tidelab.'],
  },
  {
    relation: 'works_at',
    presupposed: true,
    ofNamed: true,
    patterns: {
      'B:organization @qualifier? @qualifier? @qualifier? <job> A:person':
        'Vela Labs head baker Bruna Reis agreed. => Bruna Reis works_at Vela Labs; Bruna Reis occupation head baker',
      "B:organization '|'s @adj? @qualifier? @qualifier? <job> ,? A:person":
        "Vela Labs' new baker, Bruna Reis, agreed. => Bruna Reis works_at Vela Labs",
      '<job> at|of|from|for @det? B:organization ,? {be} A:person':
        'The baker at Vela Labs is Bruna Reis. => Bruna Reis works_at Vela Labs',
      '<job> at|of|from|for @det? B:organization , A:person':
        'A spokeswoman for Vela Labs, Bruna Reis, said no. => Bruna Reis works_at Vela Labs; Bruna Reis occupation spokeswoman',
      'contact|rep|representative|person|colleague at|from|with @det? B:organization {be} A:person':
        'Our contact at Vela Labs is Bruna Reis. => Bruna Reis works_at Vela Labs',
      'contact|rep|representative|colleague at|from|with @det? B:organization , A:person':
        'I called our contact at Vela Labs, Bruna Reis. => Bruna Reis works_at Vela Labs',
      'to|with|call|called|email|emailed|phoned|asked|contact A:person at B:organization':
        'Spoke to Bruna Reis at Vela Labs => Bruna Reis works_at Vela Labs',
    },
    counterExamples: ['"You know that Vela Labs baker Bruna Reis called", she said.'],
  },
  {
    relation: 'works_at',
    subjectIsSpeaker: true,
    toType: 'organization',
    patterns: {
      'my|our company|employer|firm|startup is|: B': 'Our company is Tidelab => Maya works_at Tidelab',
      'my|our company|employer , B': 'My employer, Tidelab, pays late => Maya works_at Tidelab',
    },
    counterExamples: ['Is our company Tidelab?'],
  },
  {
    relation: 'works_at',
    polarity: 'ended',
    patterns: {
      'A lost|left|quit my|his|her|their|the job|position|role|post at|with @det? B':
        'Ola lost her job at Tidelab => Ola no longer works_at Tidelab; Ola no longer occupation anything; Ola no longer reports_to anything; Ola no longer works_at anything',
      'A {be} dismissed|fired|sacked|dropped|released by @det? B':
        'Ola was dismissed by Tidelab => Ola no longer works_at Tidelab',
      'B:organization dismissed|fired|sacked|ousted .. A:person':
        'Vela Labs sacked its baker Bruna Reis. => Bruna Reis no longer works_at Vela Labs; Bruna Reis no longer occupation baker',
      "B:organization have|has|'ve|'s dismissed|fired|sacked|ousted .. A:person":
        'Vela Labs has sacked its baker Bruna Reis. => Bruna Reis no longer works_at Vela Labs; Bruna Reis no longer occupation baker',
      'former|ex B:organization @qualifier? @qualifier? @qualifier? <job> A:person':
        'I met former Vela Labs baker Bruna Reis. => Bruna Reis no longer works_at Vela Labs; Bruna Reis no longer occupation baker',
      'A:person , a|the? former|ex .. <job> at|of|for|with @det? B':
        'Bruna Reis, a former baker at Vela Labs, agreed => Bruna Reis no longer works_at Vela Labs; Bruna Reis no longer occupation baker',
      'A {be} a? former|ex .. <job> at|of|for|with @det? B':
        'Ola is a former baker at Tidelab => Ola no longer works_at Tidelab; Ola no longer occupation baker',
      'A used to {work} at|for @det? B': 'Ola used to work for Tidelab => Ola no longer works_at Tidelab',
      'A joined|moved|came .. from B:company': 'Elsa moved over from Vela Labs => Elsa no longer works_at Vela Labs',
      'A {be} hired|recruited|poached from B:company':
        'Ola was hired from Vela Labs => Ola no longer works_at Vela Labs',
      'A finished|stopped at @det? B:organization': 'Ola finished at Vela Labs => Ola no longer works_at Vela Labs',
      'A joined us|me from @det? B': 'Elsa joined us from Telia => Elsa no longer works_at Telia',
      'A left|quit B:employer':
        'I left Nordlys AS in March. => Maya no longer works_at Nordlys AS; Maya no longer occupation anything; Maya no longer reports_to anything',
      'A left|quit B:company':
        'Robert Nakamura left Helix Freight in January. => Robert Nakamura no longer works_at Helix Freight; Robert Nakamura no longer occupation anything; Robert Nakamura no longer reports_to anything',
      'A left|quit @adj? job|position|role at|with @det? B':
        'Ola left second job at Tidelab => Ola no longer works_at Tidelab',
      'A left|quit B last|in|after|this|for|yesterday|because|years|two|three|to|when|and|,':
        'I quit Zalando in May and joined Miro. => Maya works_at Miro; Maya no longer works_at Zalando; Maya no longer occupation anything; Maya no longer reports_to anything',
      "A have|'ve|'s|has left B":
        'Ola has left Tidelab => Ola no longer works_at Tidelab; Ola no longer occupation anything; Ola no longer reports_to anything',
      'A no longer at|with B': 'Ola no longer at Tidelab => Ola no longer works_at Tidelab',
      "A 'm|am|'s|is|'re|are not|n't at|with B anymore|any":
        "Ola isn't at Tidelab any more => Ola no longer works_at Tidelab",
      'A {be} no longer at|with B':
        "I'm no longer at Ericsson. => Maya no longer works_at Ericsson; Maya no longer occupation anything; Maya no longer reports_to anything",
      'A was|were at|with B for|until|till|before|back|from|in|then':
        'Before that I was at Maersk for three years. => Maya no longer works_at Maersk',
      'A was|were at|with B:organization': 'Ola was at Vela Labs => Ola no longer works_at Vela Labs',
      'P last|final day|week|shift at @det? B':
        'My last day at Vodafone was Friday. => Maya no longer works_at Vodafone; Maya no longer occupation anything; Maya no longer reports_to anything',
      'A {be} done with B:organization': "I'm done with Vela Labs => Maya no longer works_at Vela Labs",
      'A gave|handed in .. notice at @det? B': 'I handed in my notice at Tidelab => Maya no longer works_at Tidelab',
      'A came over? from B:company': 'Ola came over from Vela Labs => Ola no longer works_at Vela Labs',
      'A moved|switched|transferred from B:company':
        'Ravi moved from Infosys Ltd to Wipro Ltd. => Ravi no longer works_at Infosys Ltd; Ravi works_at Wipro Ltd',
      'A {resign,retire,depart} from @det? B':
        'Hamid resigned from Pars Oil in 2019. => Hamid no longer works_at Pars Oil',
      'A stepped down from @det? B': 'Ola stepped down from Tidelab => Ola no longer works_at Tidelab',
      'A {be} laid|let off|go by|from|at @det? B':
        'Ola was laid off by Tidelab => Ola no longer works_at Tidelab; Ola status laid off; Ola no longer occupation anything; Ola no longer reports_to anything; Ola no longer works_at anything',
      'A got|was fired|sacked|laid off? from|by|at @det? B':
        'Ola got fired by Tidelab => Ola no longer works_at Tidelab; Ola no longer occupation anything; Ola no longer reports_to anything; Ola no longer works_at anything',
    },
    counterExamples: ["I haven't left Nordlys AS."],
  },
  {
    relation: 'works_at',
    polarity: 'ended',
    toCome: true,
    patterns: {
      'A leaves @det? B:organization in|on|at|next|this|after':
        'Bruna Reis leaves Vela Labs on 30 June => Bruna Reis no longer works_at Vela Labs; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything',
      'A {be} leaving @det? B:organization in|on|at|next|this|after':
        'I am leaving Vela Labs in August => Maya no longer works_at Vela Labs; Maya no longer occupation anything; Maya no longer reports_to anything',
    },
    counterExamples: ['Is Bruna Reis leaving Vela Labs in August?', 'Bruna Reis leaves Vela Labs at five.'],
  },
];
