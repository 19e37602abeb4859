/** Pets and wild animals. */
export const ANIMALS = `
animal: animal animals creature wildlife "what animals" pets critters
pet < animal: pet pets "pet shop" "animal shelter" "rescue animal" vet "pet food" litter
pet_name < pet: "pet's name" "dog's name" "cat's name" "named our dog"
dog < pet: dog dogs doggy canine bark woof kennel leash
puppy < dog: puppy puppies pup
dog_walking < dog walking: "walk the dog" "dog walk" "dog walks" "walks the dog" "dog walker" "dog park"
assistance_dog < dog: "guide dog" "assistance dog" "service dog" "therapy dog"
dog_breed < dog: "dog breed" breed breeds pedigree breeder cockerpoo vizsla weimaraner "english setter" "bull terrier" lurcher pomeranian
labrador < dog_breed: labrador retriever labradors "golden retriever" "golden retrievers"
german_shepherd < dog_breed: alsatian "german shepherd" malinois
collie < dog_breed: collie "border collie" sheepdog "australian shepherd"
poodle < dog_breed: poodle labradoodle cockapoo goldendoodle cavapoo
terrier < dog_breed: terrier westie yorkie "jack russell" schnauzer
bulldog < dog_breed: bulldog "french bulldog" frenchie
pug < dog_breed: pug
dachshund < dog_breed: dachshund "sausage dog"
beagle < dog_breed: beagle "basset hound" bloodhound
spaniel < dog_breed: spaniel "cocker spaniel" springer
chihuahua < dog_breed: chihuahua pomeranian "shih tzu" maltese
husky < dog_breed: husky malamute samoyed
rottweiler < dog_breed: rottweiler doberman
boxer_dog < dog_breed: "boxer dog" dalmatian mastiff "great dane" "bernese mountain dog" newfoundland
greyhound < dog_breed: greyhound whippet
pit_bull < dog_breed: pitbull "pit bull" staffie staffordshire
corgi < dog_breed: corgi
mongrel < dog_breed: mongrel mutt "mixed breed" crossbreed
cat < pet: cat cats feline meow moggy
kitten < cat: kitten kittens kitty
cat_breed < cat: siamese persian ragdoll sphynx bengal "maine coon" "british shorthair" birman burmese "devon rex" "russian blue" tonkinese abyssinian
tabby < cat: tabby tomcat "black cat" "ginger cat" "tabby cat"
cat_things < cat: "litter box" "litter tray" catnip "scratching post" "cat flap"
rodent < animal: rodent rodents
hamster < pet rodent: hamster hamsters gerbil
guinea_pig < pet rodent: "guinea pig" "guinea pigs" chinchilla
mouse_animal < rodent: mice "mouse droppings" "a mouse" "mouse trap" "house mouse" "field mouse" "mouse in"
rat < rodent: rat rats
rabbit < pet: rabbit rabbits bunny bunnies
ferret < pet: ferret
bird < animal: bird birds feather beak aviary nest nests nesting nestlings egret "bird table" robins swallows swifts starlings magpie magpies crow crows
parrot < bird pet: parrot parrots cockatoo macaw
budgie < bird pet: budgie budgies budgerigar canary parakeet cockatiel
pigeon < bird: pigeon pigeons dove
owl < bird: owl owls
eagle < bird: eagle falcon hawk vulture buzzard
songbird < bird: sparrow blackbird nightingale finch "song thrush"
seagull < bird: seagull gull puffin albatross
penguin < bird: penguin penguins
swan < bird: swan flamingo heron stork storks herons swans flamingos
birdwatching < bird hobby: birdwatching birdwatcher birding binoculars "bird watching"
pet_fish < pet: goldfish aquarium "fish tank" guppy koi "tropical fish" "angel fish" "koi carp" tetras cichlids
reptile < animal: reptile reptiles gecko iguana lizard chameleon "bearded dragon" tortoises tortoise
snake < reptile: snake snakes python cobra viper
turtle < reptile: turtle tortoise turtles tortoises terrapin terrapins
crocodile < reptile: crocodile alligator
dinosaur < reptile: dinosaur dinosaurs
amphibian < animal: frog frogs toad newt salamander
farm_animal < animal: livestock cattle herd "farm animals" alpacas goats hens lambs pigs
cow < farm_animal: cow cows bull calf
pig < farm_animal: pig pigs piglet
sheep < farm_animal: sheep ewe
goat < farm_animal: goat goats
poultry_animal < farm_animal bird: hen hens rooster cockerel ducks geese "keep chickens"
horse < animal: horse horses pony ponies stallion mare foal saddle "horse stable" "riding stables" thoroughbred gelding filly "shetland pony" horsebox livery
donkey < animal: donkey mule
camel < animal: camel llama alpaca
insect < animal: insect insects bug bugs beetle mite mites varroa aphid aphids ladybird ladybirds grasshopper dragonfly silverfish hornets
bee < insect: bee bees beehive hive bumblebee beekeeping swarm swarmed swarms requeened "queen excluder" nuc brood
wasp < insect: wasp wasps hornet "asian hornet" "asian hornets" "yellow jackets"
ant < insect: ants
mosquito < insect: mosquito mosquitoes midge gnat "insect repellent"
fly_insect < insect: housefly "fruit flies" "fruit fly" moth moths
butterfly < insect: butterfly butterflies caterpillar
spider < animal: spider spiders tarantula cobweb arachnid
tick < insect: tick ticks flea fleas
worm < animal: worm worms slug slugs
wild_animal < animal: wolf wolves "wild animal" "wild animals"
fox < wild_animal: fox foxes
bear < wild_animal: "grizzly bear" "polar bear" "brown bear" bears panda
deer < wild_animal: deer stag moose elk reindeer deers stags
hedgehog < wild_animal: hedgehog badger squirrel hedgehogs badgers squirrels
lion < wild_animal: lion tiger leopard cheetah panther
elephant < wild_animal: elephant giraffe hippo rhino zebra
monkey < wild_animal: monkey gorilla chimpanzee ape orangutan
kangaroo < wild_animal: kangaroo koala wallaby
bat_animal < wild_animal: "fruit bat" "vampire bat" bats
whale < animal: whale whales dolphin dolphins porpoise
shark < animal: shark sharks
seal_animal < animal: otter walrus "sea lion"
jellyfish < animal: jellyfish starfish
zoo < animal place: zoo safari "petting zoo" "wildlife park"
animal_care < pet: groom grooming neutered spayed microchip deworm "pet sitter" cattery
animal_rights < animal value: "animal rights" "animal welfare" "cruelty free"
lost_pet < pet: "lost cat" "lost dog" "missing cat" "missing dog" stray
`
