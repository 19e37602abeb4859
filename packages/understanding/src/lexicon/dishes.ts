/** Dishes by what some people cannot or do not eat in them. */
export const DISHES = `
dish_with_nuts < nut: baklava marzipan praline nougat pesto granola muesli frangipane macaron macarons korma nutella "trail mix" "pecan pie" "bakewell tart" "waldorf salad" "nut roast" satay
dish_with_shellfish < shellfish: paella bouillabaisse jambalaya gumbo laksa scampi cioppino "prawn cocktail" "surf and turf" "seafood platter" "clam chowder" "seafood risotto"
dish_with_fish < fish: sushi sashimi ceviche kedgeree "caesar salad" "fish pie" "fish sauce" nicoise "fish soup" "fish cakes"
dish_with_egg < egg: mayonnaise mayo meringue custard quiche carbonara hollandaise tiramisu mousse souffle aioli sponge cake waffle shakshuka pavlova "french toast" "fried rice"
dish_with_dairy < dairy: cheesecake alfredo bechamel gratin lasagne milkshake latte cappuccino ghee custard tzatziki pizza "panna cotta" "rice pudding" "cream sauce" "mashed potatoes"
dish_with_gluten < gluten: noodles ramen couscous bulgur seitan breadcrumbs schnitzel tempura dumplings burrito bagel toast tagliatelle "pasta bake"
dish_with_soy < soy: teriyaki "miso soup" "veggie burger" "soy milk" ramen "stir fry"
dish_with_pork < pork: carbonara pepperoni bratwurst schnitzel tonkatsu "hot dog" "full english" "black pudding" "pulled pork bun"
dish_with_meat < meat: goulash moussaka meatball meatballs tagine casserole lasagne stew hotpot "shepherd's pie" "cottage pie" "meat loaf" "chicken wings" "spaghetti bolognese"
dish_with_alcohol < alcohol: "coq au vin" "rum cake" "sherry trifle" "liqueur chocolates" tiramisu "mulled wine"
spicy_dish < spicy_taste: curry curries vindaloo chilli jalapeno harissa kimchi salsa wasabi sambal "hot sauce" "tom yum" "hot wings" "curry house"
risky_in_pregnancy < pregnancy: sushi sashimi carpaccio tartare camembert brie oysters "raw fish" "raw milk" "raw egg" "raw eggs" "soft cheese" "blue cheese" "liver pate" "rare steak"
`
