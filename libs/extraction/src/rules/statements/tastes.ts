import type { StatementRule } from '../language/claim-rule.js';

/** Rules for likes, dislikes and preferences. */
export const TASTES_RULES: readonly StatementRule[] = [
  {
    predicate: 'likes',
    value: 'phrase',
    patterns: {
      'A {love,like,enjoy,adore} V': 'I love hiking. => Maya likes hiking',
      'A {be} a|an? big|huge|massive? fan of V': 'Piotr is a big fan of jazz. => Piotr likes jazz',
      'A {be} into V': "I'm really into pottery these days => Maya likes pottery",
      'A {have} a soft spot|thing for V': 'I have a soft spot for jazz => Maya likes jazz',
      'A {be} obsessed with V': "I'm obsessed with sourdough => Maya likes sourdough",
      'A {be} addicted to V': 'Noa is addicted to crosswords => Noa likes crosswords',
      'A {be} keen|big on V': "I'm keen on board games => Maya likes board games",
      'A {be} partial to V': "I'm partial to jazz => Maya likes jazz",
      'A {be} a sucker for V': "I'm a sucker for cheesecake => Maya likes cheesecake",
      "A ca|can n't|not live without V": "I can't live without coffee => Maya likes coffee",
      'A {be} fond of V': "I'm fond of jazz => Maya likes jazz",
      'A {be} crazy|mad about V': "I'm crazy about jazz => Maya likes jazz",
      "A ca n't get enough of V": "I can't get enough of jazz => Maya likes jazz",
    },
    counterExamples: ['Do you like olives?', 'I like it.'],
  },
  {
    predicate: 'dislikes',
    value: 'phrase',
    patterns: {
      'A {hate,dislike,loathe,despise} V': 'I hate early meetings. => Maya dislikes early meetings',
      "A ca|can n't|not stand|bear V": "I can't stand coriander => Maya dislikes coriander",
      "A do|does n't|not like|enjoy|love V": "I don't like cilantro => Maya dislikes cilantro",
      'A {be} not a|an? big|huge? fan of V': "I'm not a fan of jazz => Maya dislikes jazz",
      'A {be} sick|tired of V': "I'm sick of meetings => Maya dislikes meetings",
      'A {be} fed up with|of V': 'Kaja is fed up with the bus => Kaja dislikes the bus',
      'A {detest,avoid,resent} V': 'Olu detests olives => Olu dislikes olives',
      'A never liked|enjoyed V': 'I never liked musicals => Maya dislikes musicals',
      'A {eat} everything except|but V': 'Rui eats everything but olives => Rui dislikes olives',
      "A do|does n't|not care for V": "Rui doesn't care for opera => Rui dislikes opera",
    },
    counterExamples: ['Do you hate olives?'],
  },
  {
    predicate: 'dislikes',
    value: 'phrase',
    patterns: {
      "A 'm|is|am|'s|are|'re not a|an? big|huge? fan of V": "I'm not a big fan of jazz => Maya dislikes jazz",
      "A 'm|am|is|'s not into V": "I'm not into jazz => Maya dislikes jazz",
    },
    counterExamples: ['Is Ola not into jazz?'],
  },
  {
    predicate: 'likes',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A fell in love with V': 'Vera fell in love with Lisbon => Vera likes Lisbon',
      "A have|has|'ve fallen in love with V": "I've fallen in love with jazz => Maya likes jazz",
    },
    counterExamples: ['I never fell in love with jazz.'],
  },
  {
    predicate: 'prefers',
    value: 'phrase',
    patterns: {
      'A {prefer} V': 'I prefer tea over coffee => Maya prefers tea over coffee',
    },
    counterExamples: ['Do you prefer tea?'],
  },
  {
    predicate: 'prefers',
    value: 'phrase',
    // Mostly a choice of the moment, not a taste that lasts.
    confidence: 0.5,
    patterns: {
      "A would|'d rather V": "I'd rather take the train => Maya prefers take the train",
    },
    counterExamples: ['Would you rather take the train?'],
  },
  {
    predicate: 'dislikes',
    value: 'phrase',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'not a|an? big|huge? fan of V': 'Not a fan of horror movies tbh => Maya dislikes horror movies',
      "ca n't stand V": "Can't stand the rain here => Maya dislikes the rain here",
    },
    counterExamples: ['Bruna is not a fan of jazz.'],
  },
  {
    predicate: 'likes',
    value: 'phrase',
    subjectIsSpeaker: true,
    atClauseStart: true,
    confidence: 0.7,
    patterns: {
      'love|loving V': 'Loving the new office! => Maya likes the new office',
      'big|huge fan of V': 'Big fan of jazz => Maya likes jazz',
    },
    counterExamples: ['My love of jazz is old.'],
  },
  {
    predicate: 'favourite',
    value: 'phrase',
    patterns: {
      'P all-time? favourite|favorite .. {be} V': 'My favourite food is ramen. => Maya favourite ramen',
      'B {be} P all-time? favourite|favorite': 'Catan is my favourite => Maya favourite Catan',
      'P favourite|favorite .. : V': 'My favourite colour: green => Maya favourite green',
    },
    counterExamples: ["What's your favourite film?"],
  },
];
