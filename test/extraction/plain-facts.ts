/** The plainest messages, each alone in its scope => what has to be a fact; "user" is who writes. */
export const PLAIN_FACTS = `
I live in Lisbon. => user lives_in Lisbon
We live in Oslo. => user lives_in Oslo
I moved to Bristol last month. => user lives_in Bristol
I no longer live in Bristol. => user no longer lives_in Bristol
I work at Siemens. => user works_at Siemens
I work for Barclays as an analyst. => user works_at Barclays
I quit my job at Monzo. => user no longer works_at Monzo
I work at Ericsson as a test engineer. => user works_at Ericsson; user occupation test engineer
I'm a nurse. => user occupation nurse
Ben is my boss. => user reports_to Ben
My manager is Sarah Quinn. => user reports_to Sarah Quinn
My brother is called Jonas. => user sibling_of Jonas
My sister Anna lives in Madrid. => user sibling_of Anna; Anna lives_in Madrid
My wife is called Ingrid. => user spouse_of Ingrid
My daughter Mia goes to school now. => user parent_of Mia
Dave is my best friend. => user friend_of Dave
I'm allergic to peanuts. => user allergic_to peanuts
I'm vegetarian. => user diet vegetarian
I have type 1 diabetes. => user has_condition type 1 diabetes
I am 34 years old. => user age 34
My birthday is on 4 May. => user birthday 4 May
I was born in Naples. => user born_in Naples
I speak Spanish and German. => user speaks Spanish; user speaks German
I studied at Leeds University. => user studied_at Leeds University
I'm a member of the Green Party. => user member_of Green Party
I like jazz. => user likes jazz
I hate mushrooms. => user dislikes mushrooms
I prefer tea to coffee. => user prefers tea to coffee
I have a dog called Rex. => user owns Rex
My phone number is 020 7946 0018. => user phone 020 7946 0018
My email is tom@example.org. => user email tom@example.org
Emma works for Barclays. => Emma works_at Barclays
Emma is a lawyer. => Emma occupation lawyer
Emma and Ken are married. => Emma spouse_of Ken
Emma is Ken's sister. => Emma sibling_of Ken
Emma founded Orbit in 2015. => Emma founded Orbit
Emma leads Project Falcon. => Emma works_on Project Falcon
Jonas lives in Gothenburg. => Jonas lives_in Gothenburg
Jonas moved to Malmö. => Jonas lives_in Malmö
Lucy is allergic to penicillin. => Lucy allergic_to penicillin
Lucy's husband Mark is a plumber. => Lucy spouse_of Mark; Mark occupation plumber
Alice Chen works at Acme Corp in Lisbon. => Alice Chen works_at Acme Corp; Acme Corp located_in Lisbon
Sarah Quinn is head of marketing at Lumen. => Sarah Quinn works_at Lumen
`;

/** What agents note of their user, each alone in its scope => what has to be a fact. */
export const FACTS_OF_USER = `
User lives in Oslo. => user lives_in Oslo
The user works at Skandia. => user works_at Skandia
The user's boss is Karin Holm. => user reports_to Karin Holm
User is allergic to peanuts. => user allergic_to peanuts
User prefers tea. => user prefers tea
User's sister Anna lives in Madrid. => user sibling_of Anna; Anna lives_in Madrid
User is married to Ingrid. => user spouse_of Ingrid
User's birthday is 4 May. => user birthday 4 May
The user speaks Spanish. => user speaks Spanish
User no longer works at Skandia. => user no longer works_at Skandia
`;

/** As plain, and not facts yet. */
export const MISSED_FACTS = `
I started a new job at Monzo. => user works_at Monzo
I joined Siemens. => user works_at Siemens
I got a job at Siemens. => user works_at Siemens
`;
