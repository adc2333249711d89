import { words } from './words.js';

/** Nouns of animals that people keep. */
export const PETS = words(`
  dog cat puppy kitten parrot rabbit bunny hamster horse pony turtle tortoise goldfish pet dogs cats rabbits puppies
  kittens pets hamsters parrots budgie canary gecko iguana snake ferret hen goat donkey mare lizard pup hound
  terrier labrador poodle beagle dachshund collie spaniel tomcat chicken cockatiel guinea-pig
`);
