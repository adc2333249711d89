import { statement, type StatementRule } from '../claim-rule.js';

/** What people like, avoid and ask for. */
export const TASTE_RULES: readonly StatementRule[] = [
  statement('likes', 'phrase', [
    'A {love,like,enjoy,adore} V',
    'A {be} a|an? big|huge|massive? fan of V',
    'A {be} into V',
    'A {have} a soft spot|thing for V',
    'A {be} obsessed with V',
    'A {be} fond of V',
    'A {be} crazy|mad about V',
    "A ca n't get enough of V",
  ]),
  statement('dislikes', 'phrase', [
    'A {hate,dislike,loathe,despise} V',
    "A ca|can n't|not stand|bear V",
    "A do|does n't|not like|enjoy|love V",
    'A {be} not a|an? big|huge? fan of V',
    'A {be} sick|tired of V',
  ]),
  statement('dislikes', 'phrase', ["A 'm|is|am|'s|are|'re not a|an? big|huge? fan of V", "A 'm|am|is|'s not into V"]),
  statement('prefers', 'phrase', ['A {prefer} V', "A would|'d rather V"]),
  statement('dislikes', 'phrase', ['not a|an? big|huge? fan of V', "ca n't stand V"], { speaks: true, opens: true }),
  statement('likes', 'phrase', ['love|loving V', 'big|huge fan of V'], { speaks: true, opens: true, confidence: 0.7 }),
  statement('favourite', 'phrase', [
    'P all-time? favourite|favorite .. {be} V',
    'B {be} P all-time? favourite|favorite',
    'P favourite|favorite .. : V',
  ]),
  statement('hobby', 'phrase', [
    'P hobby|hobbies|pastime {be} V',
    'P .. hobby|hobbies|pastime {be} V',
    'A {be} passionate about V',
    "A have|has|'ve|'s taken up V",
    'A took up V',
    'A {collect} V',
    'A {do} a lot of V',
  ]),
  statement('hobby', 'phrase', ['in my spare|free time i|, i? V'], { speaks: true }),
  statement(
    'diet',
    'phrase',
    [
      'A {be} <diet>',
      'A {go} <diet>',
      'A went|turned <diet>',
      'A {eat} <diet>',
      'A {keep} <diet>',
      'A {follow} a|an <diet> diet',
    ],
    { past: 'asserted' },
  ),
  statement('allergic_to', 'phrase', [
    'A {be} .. allergic to V',
    'A {be} .. intolerant to V',
    'A {have} a|an .. allergy to V',
    'A {have} a|an? W allergy|intolerance',
    'P .. allergy|allergies {be} V',
    'A {react} badly to V',
    "A ca|can n't|not eat|do|have V",
  ]),
];
