/** Dishes, cuisines, diets, meals, cooking and tastes. */
export const MEALS = `
meal < food: meal meals dish dishes mealtime
breakfast < meal: breakfast brekkie
brunch < meal: brunch
lunch < meal: lunch luncheon lunchtime lunchbox "lunch break" "at lunch" "at lunchtime" "over lunch"
dinner < meal: dinner supper dine dining dined "evening meal"
snack < food: snack snacks nibble munch "between meals" snacking
starter < meal: appetizer appetiser antipasti tapas "first course" canape canapes "finger food" buffet
main_course < meal: "main course" "main dish" entree
side_dish < meal: "side dish" "side dishes"
dessert < food: dessert desserts pudding tiramisu "panna cotta" "creme brulee" crumble trifle cheesecake mousse "sweet tooth"
cake < dessert gluten: cake cakes cupcake gateau sponge "birthday cake" brownie "carrot cake" muffin
cookie < dessert gluten: cookie cookies biscuit biscuits shortbread gingerbread
pastry < dessert gluten: pastry pastries croissant strudel eclair danish tart
pie < dessert gluten: pie pies quiche
pancake < dessert egg: pancake pancakes crepe crepes waffle waffles
doughnut < dessert gluten: doughnut doughnuts donut donuts
soup < meal: soup broth chowder minestrone gazpacho bouillon borscht pho laksa zurek barszcz
stew < meal: stew casserole goulash hotpot tagine cocido bigos feijoada cassoulet ragout pozole "hot pot"
salad < meal: salad salads
sandwich < meal bread: sandwich sandwiches panini wrap baguette toastie
pizza < meal italian_food gluten: pizza pizzas pizzeria margherita calzone
burger < meal beef: burger burgers hamburger cheeseburger
fish_and_chips < meal fish: "fish and chips" "fish fingers"
roast_dinner < meal meat: "sunday roast" "roast dinner"
barbecue < cooking meat: barbecue barbeque bbq grill grilled grilling
curry < meal: curry curries masala korma vindaloo tikka balti
stir_fry < meal: "stir fry" "stir fried" wok
dumpling < meal: dumpling dumplings gyoza pierogi wonton "dim sum"
kebab < meal meat: kebab kebabs doner shawarma gyros souvlaki
taco < meal mexican_food: taco tacos burrito fajita quesadilla enchilada nachos
falafel < meal: falafel
fondue < meal cheese: fondue raclette
mac_and_cheese < meal cheese pasta: "mac and cheese" "macaroni cheese"
spring_roll < meal: "spring roll" "spring rolls"
fast_food < food: "fast food" "junk food" mcdonalds kfc "burger king" takeaway
takeaway < meal: takeaway takeout "take away" "take out" deliveroo ubereats doordash "food delivery" "order in" "ordered in"
ready_meal < meal: "ready meal" "ready meals" "frozen food" "tinned food" "canned food" "frozen meal"
meal_kit < meal: "meal kit" "meal prep" hellofresh "meal plan"
picnic < meal: picnic hamper
packed_lunch < lunch: "packed lunch" "lunch box" sandwiches
afternoon_tea < meal: "afternoon tea" scone scones "cream tea"
cuisine < food: cuisine cuisines "ethnic food"
italian_food < cuisine: "italian food" "italian restaurant" trattoria lasagne lasagna spaghetti pizza risotto
french_food < cuisine: "french food" "french cuisine" "french restaurant" bistro brasserie
spanish_food < cuisine: tapas paella "spanish food" "spanish restaurant"
greek_food < cuisine: moussaka souvlaki tzatziki "greek food" "greek restaurant" "greek salad"
turkish_food < cuisine: "turkish food" "turkish restaurant"
lebanese_food < cuisine: "lebanese food" "lebanese restaurant" "middle eastern food" mezze meze tabbouleh
indian_food < cuisine: "indian food" "indian restaurant" tandoori curry samosa naan biryani "indian takeaway"
chinese_food < cuisine: "chinese food" "chinese restaurant" "chinese takeaway" "dim sum" wonton
japanese_food < cuisine: "japanese food" "japanese restaurant" sushi ramen tempura teriyaki
thai_food < cuisine: "thai food" "thai restaurant" "pad thai" "green curry"
vietnamese_food < cuisine: "vietnamese food" "vietnamese restaurant" pho "banh mi"
korean_food < cuisine: "korean food" "korean restaurant" kimchi bibimbap "korean barbecue"
mexican_food < cuisine: "mexican food" "mexican restaurant" guacamole salsa tortilla
ethiopian_food < cuisine: "ethiopian food" "ethiopian restaurant" injera
german_food < cuisine: "german food" bratwurst sauerkraut schnitzel
british_food < cuisine: "british food" "english breakfast" "fish and chips" "shepherd's pie" "full english"
american_food < cuisine: "american food" diner "soul food"
mediterranean_food < cuisine: "mediterranean food" "mediterranean diet"
asian_food < cuisine: "asian food" "asian restaurant"
diet < food: diet dietary dieting "eating habits" "dietary requirement" "dietary requirements" "eating plan" vegetarian kosher halal flexitarian omnivore "foods avoided" "don't we eat" "don't i eat" "doesn't she eat" "doesn't he eat" "allowed to eat" "do i eat" "does she eat" "does he eat"
vegetarian < diet: vegetarian veggie vegetarianism "no meat" meatless "meat free" "meat eater" "doesn't eat meat" "don't eat meat" vegetarians "eat meat" "eats meat" lacto flexitarian
vegan < vegetarian: vegan veganism "plant based" "no animal products" vegans "animal products" "plant based diet" "eat fish" "eat eggs" "eat honey" "eats fish" "eats eggs" "eats cheese" "eat cheese"
pescatarian < diet: pescatarian pescetarian pescetarians "fish only" "fish but no meat" "eat fish" "eats fish" "eat meat" "eats meat"
kosher < diet judaism: kosher
halal < diet islam: halal haram
keto < diet carbohydrate: keto ketogenic "low carb" atkins
paleo < diet: paleo carnivore
low_salt_diet < diet salt: "low salt" "low sodium" "salt free" "less salt"
low_fat_diet < diet: "low fat" "fat free"
sugar_free_diet < diet sugar: "sugar free" "no sugar" "low sugar" "cut out sugar"
low_fodmap < diet gut: fodmap
calorie < diet: calorie calories "calorie deficit" kcal "weight watchers"
fasting < diet: fasting "intermittent fasting" ramadan
organic_food < food: organic "free range" "farm shop" wholefood
picky_eater < food: "picky eater" "fussy eater" "fussy about food"
appetite < food: appetite hungry hunger starving peckish
thirst < drink: thirst thirsty dehydrated hydration
cooking < food: cook cooking cooked cookery recipe recipes cookbook homemade culinary soaked marinated simmered "slow cooked" "batch cook" "cook at the weekend"
baking < cooking: bake baking baked baker bakery dough sourdough "sourdough starter" "sour dough" loaves
frying < cooking: fry frying fried "deep fried" sizzle "air fryer"
boiling < cooking: boil boiled boiling simmer poach
roasting < cooking: roast roasted roasting
steaming_food < cooking: steamed steamer "pressure cooker" "slow cooker"
well_done < cooking meat: "well done" "medium rare" "medium well" undercooked overcooked "raw meat" "rare steak"
leftovers < food: leftovers "left overs" "food waste"
taste < food: taste tasty flavour flavor delicious yummy bland
sweet_taste < taste: sweet sweetness "sweet tooth" sugary
sour_taste < taste: sour tart tangy
bitter_taste < taste: bitter bitterness
spicy_taste < taste: spicy "hot food" "too spicy" "very spicy" spiciness mild
salty_taste < taste salt: salty savoury savory umami
restaurant < eating_out: restaurant eatery bistro brasserie diner steakhouse pizzeria trattoria michelin
eating_out: "eat out" "eating out" "ate out" "dine out" "dining out" "go out for dinner" "table for two" "book a table"
cafe < eating_out: cafe cafeteria starbucks costa "coffee shop" "coffee house" tearoom
pub < eating_out: pub tavern "local pub" "pub quiz" "beer garden"
bar_place < eating_out alcohol: "wine bar" "cocktail bar" bartender barman "sports bar"
canteen < eating_out: canteen cafeteria "staff canteen" "school lunch" "school dinners"
chef < job food: chef "sous chef" caterer catering "head chef"
waiter < job food: waiter waitress barista "waiting tables" "bar staff"
tipping: tip tipping gratuity "service charge"
restaurant_booking < restaurant: "table reservation" "restaurant reservation" "reserve a table" "dinner reservation" "book a restaurant"
feeding_baby < baby food: weaning puree "baby food" "baby formula" "solid food"
best_before < food: "best before" "use by" "sell by" "expiry date" "gone off"
portion < meal: portion portions serving servings "second helping"
`
