/**
 * English stop words, folded and without apostrophes. The list is short on purpose: a word left out of the index can
 * never be found.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those',
    'i me my mine myself you your yours yourself he him his himself she her hers herself it its itself',
    'we us our ours ourselves they them their theirs themselves',
    'am is are was were be been being do does did doing done have has had having',
    'will would shall should can could may might must',
    'im ive id youre youve youd hes shes theyre theyve weve were thats theres whats',
    'dont doesnt didnt isnt arent wasnt werent wont wouldnt cant couldnt shouldnt hasnt havent hadnt',
    'and or but if then else than so as because while until',
    'of in on at to from by with without for about into onto over under between through during after before up down out off',
    'what which who whom whose when where why how',
    'there here not no nor too very just also only ever',
    'any some each every both either neither such own same other',
  ]
    .join(' ')
    .split(' '),
);
