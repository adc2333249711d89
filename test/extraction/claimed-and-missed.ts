/** Known misses and errors of the rules: relations. */
export const MISSED_RELATIONS = `
i quit tesco last week, so done => Maya no longer works_at tesco
Wanjiru volunteers with Red Cross. => Wanjiru member_of Red Cross
I've been to Petra twice. => Maya visited Petra
Luna, our cat, caught a mouse => Maya owns Luna
we adopted two cats, Salt & Pepper => Maya owns Salt; Maya owns Pepper
Marta plays bass in Velvet Otters => Marta member_of Velvet Otters
Sprout is an app I built last winter => Maya created Sprout
my trusty Bialetti finally broke => Maya owns Bialetti
I swim with the Saturday Swim Club => Maya member_of Saturday Swim Club
Comet, our horse, is limping => Maya owns Comet
my niece and nephew, Ada and Finn => Maya family_of Ada; Maya family_of Finn
Ada is my goddaughter => Maya family_of Ada
`;

/** The same for statements. */
export const MISSED_STATEMENTS = `
Joaquim passed his driving test. => Joaquim did passed his driving test
I'm a 29-year-old nurse from Cardiff => Maya occupation nurse; Maya age 29?
Ben is 1.90 m => Ben height 1.90 m
Jan's hobbies are fencing and origami => Jan hobby fencing
`;
