/** Foods by family. */
export const INGREDIENTS = `
food: food eat eating ate eaten edible nutrition foodie grub
ingredient < food: ingredient ingredients
nut < food allergen: nut nuts nutty "nut free" "tree nuts" "tree nut" "nut allergy" "mixed nuts"
peanut < nut: peanut peanuts "peanut butter" groundnut satay
almond < nut: almond almonds marzipan frangipane
hazelnut < nut: hazelnut hazelnuts nutella praline gianduja
walnut < nut: walnut walnuts
cashew < nut: cashew cashews
pistachio < nut: pistachio baklava
pecan < nut: pecan "pecan pie"
macadamia < nut: macadamia
brazil_nut < nut: "brazil nut" "brazil nuts"
chestnut < nut: chestnut chestnuts
pine_nut < nut: "pine nut" "pine nuts" pesto
coconut < food: coconut "coconut milk" coconuts
seed < food: seed seeds chia flaxseed linseed
sesame < seed allergen: sesame tahini hummus houmous
sunflower_seed < seed: "sunflower seeds" "pumpkin seeds"
poppy_seed < seed: "poppy seeds" "poppy seed"
dairy < food allergen: dairy lactose vegan "dairy free" "milk products" "lactose intolerant" "milk protein" milk cheese yoghurt yogurt "have milk" "drink milk"
milk < dairy: milk milky "skimmed milk" "whole milk" buttermilk "condensed milk"
cream < dairy: cream creamy "whipped cream" "sour cream" custard
butter < dairy: butter buttery ghee
yoghurt < dairy: yoghurt yogurt kefir skyr lassi
cheese < dairy: cheese cheesy cheeseboard quark
mozzarella < cheese: mozzarella burrata
cheddar < cheese: cheddar gouda edam emmental gruyere
parmesan < cheese: parmesan pecorino
feta < cheese: feta halloumi
goat_cheese < cheese: "goat cheese" "goat's cheese" "goats cheese" "sheep cheese"
blue_cheese < cheese: stilton gorgonzola roquefort "blue cheese"
soft_cheese < cheese: brie camembert ricotta mascarpone "cottage cheese" "cream cheese"
plant_milk < drink: "soy milk" "oat milk" "almond milk" "rice milk" "plant milk" "soya milk" oatmilk
egg < food allergen: egg eggs omelette omelet yolk "scrambled eggs" "fried egg" "boiled egg" "poached egg" frittata vegan
gluten < food allergen: gluten wheat coeliac celiac "gluten free"
bread < gluten: bread loaf toast sourdough baguette bagel ciabatta focaccia breadcrumbs bun brioche pita naan loaves "sourdough starter"
rye < gluten: rye pumpernickel
barley < gluten: barley bulgur semolina couscous "spelt flour"
flour < gluten: flour dough
pasta < gluten: pasta spaghetti penne linguine tagliatelle macaroni fusilli lasagne lasagna ravioli gnocchi carbonara bolognese
noodle < food: noodle noodles ramen udon soba "pad thai"
cereal < food: cereal muesli granola cornflakes
oats < cereal: oats oat oatmeal porridge
rice < food: rice basmati risotto paella "brown rice" pilaf biryani
maize < food: maize sweetcorn polenta popcorn "corn on the cob" cornbread tortilla
quinoa < food: quinoa buckwheat millet
soy < food allergen: soy soya tofu tempeh edamame "soy sauce" miso
lupin < allergen: lupin lupine
celery < vegetable allergen: celery celeriac
mustard < condiment allergen: mustard
sulphite < allergen: sulphite sulfite sulphites sulfites
msg_additive < food: glutamate additive additives preservative preservatives
meat < food: meat meaty vegetarian vegan pescatarian carnivore butcher "cold cuts" barbecue charcuterie roast "plant based" "meat eater" "eat meat" "eats meat" "meat dishes" "slice of pepperoni" "hot dog" omnivore
red_meat < meat: "red meat" mince "minced meat" "ground meat"
beef < red_meat: beef burger hamburger cheeseburger bolognese meatball veal brisket "roast beef" "ground beef"
steak < beef: steak sirloin ribeye fillet rump "t bone" entrecote steakhouse tartare
pork < red_meat: pork ham bacon prosciutto gammon "pulled pork" "spare ribs" kosher halal salami chorizo
lamb < red_meat: lamb mutton "leg of lamb" "lamb chop" "lamb chops"
game_meat < red_meat: venison "wild boar" pheasant hare "rabbit stew" "wild game"
sausage < meat: sausage sausages bratwurst frankfurter "hot dog" "hot dogs" salami chorizo pepperoni
offal < meat: offal haggis "black pudding" "foie gras" pate
poultry < meat: poultry
chicken < poultry: chicken "fried chicken" "chicken wings" nuggets schnitzel "roast chicken" rotisserie
turkey_meat < poultry: turkey "roast turkey"
duck_meat < poultry: "roast duck" "peking duck" "duck confit" goose
gelatine < meat: gelatine gelatin "jelly babies" "jelly beans" marshmallows "gummy bears" haribo "wine gums" jelly
seafood < food: seafood pescatarian fishmonger
fish < seafood allergen: fish fishy fishes fillet tuna salmon cod haddock mackerel sardines "eat fish" "eats fish"
salmon < fish: salmon "smoked salmon" lox
tuna < fish: tuna sashimi
cod < fish: cod haddock plaice halibut "sea bass" "sea bream" "dover sole"
herring < fish: herring mackerel sardine sardines kipper
trout < fish: trout
anchovy < fish: anchovy anchovies "fish sauce"
sushi < fish japanese_food rice: sushi sashimi nigiri maki
caviar < fish: caviar roe
shellfish < seafood allergen: shellfish kosher
crustacean < shellfish: crustacean crustaceans crayfish langoustine
prawn < crustacean: prawn prawns shrimp shrimps scampi
lobster < crustacean: lobster
crab < crustacean: crab
mollusc < shellfish: mollusc mollusk molluscs snail snails escargot
mussel < mollusc: mussel mussels moules clam clams cockles
oyster < mollusc: oyster oysters scallop scallops
squid < mollusc: squid calamari octopus cuttlefish
fruit < food allergen: fruit fruity fruits "fruit salad" smoothie
apple < fruit: apple apples "apple pie" "apple juice"
pear < fruit: pear pears
banana < fruit: banana bananas plantain
citrus < fruit: citrus mandarin clementine tangerine satsuma
orange_fruit < citrus: "orange juice" oranges "blood orange"
lemon < citrus: lemon lemons lemonade
lime_fruit < citrus: lime limes
grapefruit < citrus: grapefruit pomelo
berry < fruit: berry berries cranberry elderberry
strawberry < berry: strawberry strawberries
raspberry < berry: raspberry raspberries
blueberry < berry: blueberry blueberries bilberry
blackberry < berry: blackberries blackcurrant redcurrant gooseberry
cherry < fruit: cherry cherries
grape < fruit: grape grapes raisin raisins sultana
peach < fruit: peach peaches nectarine
apricot < fruit: apricot apricots
plum < fruit: plum plums prune prunes
kiwi < fruit: kiwi kiwifruit
mango < fruit: mango mangoes
pineapple < fruit: pineapple
papaya < fruit: papaya passionfruit "passion fruit" guava lychee "dragon fruit"
melon < fruit: melon melons cantaloupe honeydew
watermelon < melon: watermelon
pomegranate < fruit: pomegranate
fig < fruit: fig figs
dates_fruit < fruit: medjool "dried fruit" "dried dates"
avocado < fruit: avocado avocados guacamole
rhubarb < fruit: rhubarb
vegetable < food: vegetable vegetables veg veggies veggie
tomato < vegetable: tomato tomatoes ketchup passata
potato < vegetable: potato potatoes spud mash "mashed potato" "mashed potatoes" "baked potato" "jacket potato"
chips_food < potato: fries chips crisps "french fries" wedges
sweet_potato < vegetable: "sweet potato" "sweet potatoes" yam
carrot < vegetable: carrot carrots parsnip parsnips
onion < vegetable: onion onions shallot shallots "spring onion" leek leeks chives
garlic < vegetable: garlic garlicky aioli
cucumber < vegetable: cucumber gherkin gherkins pickles
bell_pepper < vegetable: capsicum paprika "bell pepper" "bell peppers" "red pepper" "green pepper"
aubergine < vegetable: aubergine eggplant moussaka
courgette < vegetable: courgette zucchini ratatouille
broccoli < vegetable: broccoli
cauliflower < vegetable: cauliflower
cabbage < vegetable: cabbage sauerkraut kimchi coleslaw kale "brussels sprouts" sprouts
spinach < vegetable: spinach chard
lettuce < vegetable: lettuce rocket arugula "iceberg lettuce"
asparagus < vegetable: asparagus
artichoke < vegetable: artichoke artichokes fennel
beetroot < vegetable: beetroot beet beets radish turnip
pumpkin < vegetable: pumpkin pumpkins squash butternut
olive < vegetable: olive olives
mushroom < vegetable: mushroom mushrooms truffle portobello
legume < food: legume legumes
bean < legume: bean beans "baked beans" "kidney beans" "green beans"
pea < legume: pea peas mangetout
lentil < legume: lentil lentils dal dhal
chickpea < legume: chickpea chickpeas hummus houmous falafel cocido
herb < food: herb herbs parsley thyme rosemary oregano dill sage coriander cilantro basil chervil tarragon mint
basil < herb: basil pesto
coriander < herb: coriander cilantro
mint < herb: mint peppermint spearmint
spice < food: spice spices spiced turmeric cumin cardamom nutmeg saffron
chilli < spice: chilli chili jalapeno sriracha tabasco "hot sauce" cayenne harissa
pepper_spice < spice: peppercorn "black pepper"
salt < food: salt salty sodium "low salt" "sea salt"
cinnamon < spice: cinnamon
ginger_spice < spice: ginger
vanilla < spice: vanilla
liquorice < sweets: liquorice licorice aniseed
sugar < food: sugar sugary diabetic syrup "added sugar" "sugar free" "low sugar"
sweetener < food: sweetener stevia aspartame xylitol saccharin
honey < sugar: honey "maple syrup" agave
oil < food: "olive oil" "vegetable oil" "cooking oil" "sunflower oil" margarine lard
vinegar < condiment: vinegar balsamic vinaigrette
sauce < food: sauce gravy dip marinade "salad dressing"
condiment < sauce: condiment condiments relish chutney "brown sauce"
mayonnaise < condiment egg: mayonnaise mayo
marmite < condiment: marmite vegemite
jam < food: jam marmalade jelly
chocolate < sweets: chocolate chocolates cocoa chocolatey cacao
sweets < food: sweets candy candies toffee fudge caramel lollipop lolly gummies haribo marshmallow nougat "jelly babies" "wine gums" "gummy bears" "jelly beans" gelatine toffees mints
chewing_gum < sweets: "chewing gum" "bubble gum"
ice_cream < dessert dairy: "ice cream" gelato sorbet sundae
protein < food: protein "protein shake" "protein powder" "high protein"
carbohydrate < food: carbohydrate carbohydrates carbs carb starch starchy
fat_nutrient < food: fatty "saturated fat" "low fat" greasy
fibre < food: fibre fiber "high fibre" wholegrain wholemeal
`
