/** Dishes by what some people cannot or do not eat in them. */
export const DISHES = `
dish_with_nuts < nut: baklava marzipan praline nougat pesto granola muesli frangipane macaron macarons korma nutella "trail mix" "pecan pie" "bakewell tart" "waldorf salad" "nut roast" satay amaretti amaretto turron halva brittle financier dukkah romesco gianduja florentines "rocky road" "carrot cake" "black forest"
dish_with_peanut < peanut: satay "peanut sauce" "pad thai" "peanut brittle" gado reeses snickers
dish_with_sesame < sesame: hummus houmous tahini halva dukkah baba furikake gomasio falafel zaatar bibimbap
dish_with_mustard < mustard: vinaigrette piccalilli "honey mustard" remoulade
dish_with_celery < celery: minestrone mirepoix bouillon "waldorf salad" "bloody mary" "stock cube"
dish_with_garlic < garlic: aioli pesto tzatziki hummus kimchi bolognese "garlic bread"
dish_with_onion < onion: bhaji bhajis soubise "french onion" "onion rings"
dish_with_buckwheat < quinoa: soba blini galette galettes kasha "buckwheat noodles"
dish_with_mushroom < mushroom: stroganoff duxelles "mushroom risotto" beefsteak
dish_with_shellfish < shellfish: paella bouillabaisse jambalaya gumbo laksa scampi cioppino "prawn cocktail" "fish pie" "crab cakes" "lobster roll" moules bisque "oyster sauce" "surf and turf" "seafood platter" "clam chowder" "seafood risotto"
dish_with_fish < fish: sushi sashimi ceviche kedgeree "caesar salad" "fish pie" "fish sauce" nicoise "fish soup" "fish cakes" anchovies worcestershire bagna poke gravlax "fish and chips" bouillabaisse "tuna melt"
dish_with_egg < egg: mayonnaise mayo meringue custard quiche carbonara hollandaise tiramisu mousse souffle aioli sponge cake waffle shakshuka pavlova "french toast" "fried rice" tortilla pancake pancakes crepe crepes eclair brownie brownies muffin muffins cupcake pasta gnocchi "scotch egg" eggnog zabaglione brioche madeleines
dish_with_dairy < dairy: cheesecake alfredo bechamel gratin lasagne milkshake latte cappuccino ghee custard tzatziki pizza "panna cotta" "rice pudding" "cream sauce" "mashed potatoes" "ice cream" gelato milkshakes macchiato "flat white" chowder fondue raclette risotto tiramisu lassi kulfi paneer "bread and butter" "white sauce" "hot chocolate" pancakes
dish_with_gluten < gluten: noodles ramen couscous bulgur seitan breadcrumbs schnitzel tempura dumplings burrito bagel toast tagliatelle "pasta bake" cake cakes biscuit biscuits cookies croissant pancakes pie pies pretzel gnocchi pastry pastries burger burgers udon muffin crackers beer "birthday cake"
dish_with_soy < soy: teriyaki "miso soup" "veggie burger" "soy milk" ramen "stir fry" edamame tofu hoisin sukiyaki gyoza
dish_with_pork < pork: carbonara pepperoni bratwurst schnitzel tonkatsu "hot dog" "full english" "black pudding" "pulled pork bun" "pork sausages" sausages sausage "bacon sandwich" "pigs in blankets" pancetta quiche carnitas "jelly babies" gelatine marshmallows
dish_with_meat < meat: goulash moussaka meatball meatballs tagine casserole lasagne stew hotpot "shepherd's pie" "cottage pie" "meat loaf" "chicken wings" "spaghetti bolognese"
dish_with_alcohol < alcohol: "coq au vin" "rum cake" "sherry trifle" "liqueur chocolates" tiramisu "mulled wine" "beer batter" fondue stollen "christmas pudding" "chocolate liqueurs" zabaglione "beef bourguignon"
spicy_dish < spicy_taste: curry curries vindaloo chilli jalapeno harissa kimchi salsa wasabi sambal "hot sauce" "tom yum" "hot wings" "curry house"
risky_in_pregnancy < pregnancy: sushi sashimi carpaccio tartare camembert brie oysters "raw fish" "raw milk" "raw egg" "raw eggs" "soft cheese" "blue cheese" "liver pate" "rare steak"
`
