/** Words for animals that people keep and name, by species; of breeds those that say nothing else. */
const SPECIES: Readonly<Record<string, string>> = {
  dog:
    'dog,puppy,pup,doggy,doggo,pooch,mutt,mongrel,hound,sheepdog,labrador,retriever,labradoodle,cockapoo,cavapoo,goldendoodle,' +
    'german shepherd,australian shepherd,alsatian,malinois,collie,poodle,terrier,westie,yorkie,jack russell,schnauzer,bulldog,' +
    'frenchie,pug,dachshund,beagle,bloodhound,spaniel,chihuahua,pomeranian,shih tzu,bichon frise,husky,malamute,samoyed,' +
    'rottweiler,doberman,dalmatian,mastiff,great dane,greyhound,whippet,lurcher,pit bull,pitbull,staffie,corgi,akita,shiba inu,' +
    'vizsla,weimaraner,ridgeback',
  cat: 'cat,kitten,moggy,tomcat,tabby,maine coon,siamese,ragdoll,sphynx,british shorthair',
  bird: 'bird,parrot,budgie,budgerigar,canary,cockatiel,cockatoo,macaw,parakeet,lovebird,african grey,african gray',
  horse: 'horse,pony,mare,gelding,stallion,foal',
  fish: 'fish,goldfish,koi,guppy,betta',
  rabbit: 'rabbit,bunny',
  hamster: 'hamster',
  guinea_pig: 'guinea pig',
  gerbil: 'gerbil',
  ferret: 'ferret',
  tortoise: 'tortoise,turtle,terrapin',
  snake: 'snake,ball python,royal python',
  lizard: 'lizard,gecko,iguana,bearded dragon',
  donkey: 'donkey',
}
const SAME_PLURAL = /fish$|^koi$|^siamese$/

const BY_NAME = new Map<string, { readonly species: string; readonly isPlural: boolean }>()
for (const [species, names] of Object.entries(SPECIES))
  for (const name of names.split(',')) {
    BY_NAME.set(`${name.replace(/(?<=[^aeiou])y$/, 'ie')}s`, { species, isPlural: true })
    BY_NAME.set(name, { species, isPlural: SAME_PLURAL.test(name) })
  }

/** All species. */
export const ALL_SPECIES: readonly string[] = Object.keys(SPECIES)

/** The species by the last word of each name, singular and plural: `shepherd` of "German shepherd" is a dog. */
export const SPECIES_BY_LAST_WORD: ReadonlyMap<string, string> = new Map(
  [...BY_NAME].map(([name, { species }]) => [name.split(' ').at(-1)!, species]),
)

/** An alternation of the names of species and breeds, longest first, for regular expressions over lower-case text. */
export const SPECIES_PATTERN = [...BY_NAME.keys()].sort((a, b) => b.length - a.length).join('|')

/** What the name of a species or a breed in lower case says: `dog`, several, for "labradors". */
export function animalNamed(name: string): { readonly species: string; readonly isPlural: boolean } | undefined {
  return BY_NAME.get(name)
}
