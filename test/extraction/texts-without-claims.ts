/** Questions, wishes, hearsay and small talk without claims. */
export const NOTHING = `
Do you live in Lagos?
Does Ana still work at Google?
Is Karim your brother?
If I worked at Google I'd be rich.
I wish we lived in Porto
Apparently Sven is dating Hilde.
I heard Ana got a job at Meta
Rumor has it that Tariq left Uber
Maybe Mei lives in Taipei now?
I've never been to Cuba.
I might join Spotify next year
I'd love to visit Patagonia someday.
She said "I was born in Rome and raised by wolves".
Imagine if Greta joined Shell haha
He could have worked at Nokia.
I almost married Philippe once.
I am thinking of moving to Malmö
I applied for a job at Stripe.
I have an interview at Roche tomorrow.
They say Prague is beautiful.
In my dream I lived in Atlantis.
Would Dana work for Oracle?
I didn't go to Bergen in the end.
We never visited Split.
Happy birthday Nadia!
Thanks Marek, see you on Monday.
Say hi to Rosa for me
Tesla stock is down again.
As if I would ever work at Ryanair
Just kidding, I didn't marry Elvis.
I should visit Aunt May more often.
Unless Omar moves to Doha, nothing changes.
Someone called Igor rang for you.
The train to Leipzig was late.
Is there a good café in Graz?
Do you like olives?
I wish I spoke Japanese.
Are you a doctor?
If I were a pilot I would travel more.
Maybe I'm allergic to dust.
My mum says you like cats?
I would have loved that.
lol I'm a potato
I'm fine thanks.
I'm so tired today.
He can't play the piano.
She isn't 30 yet, is she?
I was like, no way.
It looks like rain.
What's your favourite film?
I heard Bruno is vegan now.
I'd never eat snails.
Is it your birthday?
I'm kidding, I'm not 99.
That is so funny haha
I have no idea.
I have to go.
I love you all
I like it.
Sounds great!
`;
