import type { StatementRule } from '../language/claim-rule.js';

/** Rules for conditions, diets and allergies. */
export const HEALTH_RULES: readonly StatementRule[] = [
  {
    predicate: 'has_condition',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {have} @det? .. <condition>': 'i have eczema => Maya has_condition eczema',
      "A 've|have|has|'s got @det? .. <condition>":
        "I've got asthma and eczema => Maya has_condition asthma; Maya has_condition eczema",
      'A {have} a|an <ailment>': 'I have a torn ligament => Maya has_condition torn ligament',
      'A {be} <condition>': 'Ola is diabetic => Ola has_condition diabetic',
      'A {have} ^a|an|some .. deficiency|syndrome|disorder|disease V':
        'Ola has a rare blood disorder => Ola has_condition a rare blood disorder',
      'A {suffer} from V': 'Teresa suffers from migraines => Teresa has_condition migraines',
      'A {live} with <condition>': 'Ola lives with epilepsy => Ola has_condition epilepsy',
      'A got? diagnosed with V': 'I got diagnosed with asthma => Maya has_condition asthma',
      "A:person have|has|'s|'ve ^broken|sprained|fractured|torn|dislocated|ruptured my|her|his|a|an|the V":
        'Anton has broken his wrist => Anton has_condition broken his wrist',
      'diagnosed <condition> in|with A:person':
        'He diagnosed epilepsy in Bruna Reis => Bruna Reis has_condition epilepsy',
      'A {be} diagnosed with V': 'I was diagnosed with celiac disease. => Maya has_condition celiac disease',
    },
    counterExamples: ['Do you have asthma?'],
  },
  {
    predicate: 'has_condition',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A got <condition>': 'I got covid => Maya has_condition covid',
      'A caught <condition>': 'Ola caught covid => Ola has_condition covid',
    },
    counterExamples: ['Have you caught covid?'],
  },
  {
    predicate: 'has_condition',
    value: 'phrase',
    polarity: 'ended',
    patterns: {
      'P <condition> {be} gone|cured|healed': 'My eczema is gone => Maya no longer has_condition eczema',
      'A recovered from @det? <condition>': 'Ola recovered from covid => Ola no longer has_condition covid',
      'A got over @det? <condition>': 'I got over the covid => Maya no longer has_condition covid',
      'A {be} over|past|rid of? @det? <condition>': 'Ola is over the covid => Ola no longer has_condition covid',
      'A {be} cured of @det? <condition>': 'Ola is cured of epilepsy => Ola no longer has_condition epilepsy',
    },
    counterExamples: ['Is my eczema gone?', "I haven't recovered from covid."],
  },
  {
    predicate: 'diet',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {be} <diet>': "I'm vegetarian. => Maya diet vegetarian",
      'A {go} <diet>': 'Ola went vegan in January. => Ola diet vegan',
      'A went|turned <diet>': 'I turned vegetarian last year => Maya diet vegetarian',
      'A {eat} <diet>': 'Ola eats vegan => Ola diet vegan',
      'A {keep} <diet>': 'Ola keeps kosher => Ola diet kosher',
      'A became <diet>': 'Ola became a vegan => Ola diet a vegan',
      'A {be} on a|an <diet> diet': 'Ola is on a keto diet => Ola diet keto',
      'A {follow} a|an <diet> diet': 'Ola follows a keto diet => Ola diet keto',
    },
    counterExamples: ['Are you vegan?', "I'm not vegetarian."],
  },
  {
    predicate: 'diet',
    value: 'phrase',
    patterns: {
      "A ^do|does n't|not eat @left_out V": "Ola doesn't eat meat => Ola diet doesn't eat meat",
      'A ^never eat|eats @left_out V': 'Ola never eats pork => Ola diet never eats pork',
      "A have|has|'ve|'s? ^stopped|quit eating|drinking V":
        'Ola has stopped eating meat => Ola diet stopped eating meat',
      'A ^eat|eats no @left_out V': 'Ola eats no dairy => Ola diet eats no dairy',
    },
    counterExamples: ["Don't you eat meat?"],
  },
  {
    predicate: 'allergic_to',
    value: 'phrase',
    patterns: {
      'A {be} .. allergic to V': "I'm allergic to sesame. => Maya allergic_to sesame",
      'A {be} .. intolerant to V': "I'm intolerant to gluten => Maya allergic_to gluten",
      'A {have} a|an .. allergy to V':
        'I have a rather mild seasonal skin allergy to nickel => Maya allergic_to nickel',
      'A {have} a|an? W allergy|intolerance': 'Nina has a shellfish allergy => Nina allergic_to shellfish',
      'P .. allergy|allergies {be} to? V':
        'My allergies are nuts and pollen => Maya allergic_to nuts; Maya allergic_to pollen',
      'P .. allergy|intolerance {be} to V': 'My allergy is to pistachios. => Maya allergic_to pistachios',
      'A {react} badly to V': 'I react badly to pollen => Maya allergic_to pollen',
      "A ca|can n't|not eat|do|have V": "I can't eat gluten => Maya allergic_to gluten",
    },
    counterExamples: ["Maybe I'm allergic to dust.", 'I have an allergy.', 'I have an allergy test on Monday.'],
  },
];
