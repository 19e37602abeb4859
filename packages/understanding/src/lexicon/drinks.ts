/** Drinks with and without alcohol. */
export const DRINKS = `
drink: drink drinks drank drunk beverage sip drinking refreshment
water < drink: water "tap water" "still water" hydrate
sparkling_water < water: "sparkling water" "fizzy water" "mineral water" "soda water" perrier
soft_drink < drink: "soft drink" "soft drinks" "fizzy drink" "fizzy drinks" soda squash cordial tonic
cola < soft_drink caffeine: cola coke pepsi "coca cola" "diet coke"
lemonade < soft_drink: lemonade sprite fanta "ginger ale" "ginger beer"
juice < drink: juice juices "orange juice" "apple juice" "tomato juice"
smoothie < drink fruit: smoothie smoothies milkshake
energy_drink < soft_drink caffeine: "red bull" "energy drink" "energy drinks" gatorade lucozade isotonic
caffeine < drink: caffeine caffeinated caffeinate "no coffee after" "coffees a day" "cups a day"
decaf < caffeine: decaf decaffeinated "caffeine free"
coffee < caffeine: coffee coffees nespresso "coffee beans" "instant coffee" cafetiere "french press" aeropress
espresso < coffee: espresso ristretto macchiato
cappuccino < coffee milk: cappuccino
latte < coffee milk: latte "flat white"
black_coffee < coffee: americano "black coffee" "filter coffee" "drip coffee"
iced_coffee < coffee: "iced coffee" frappuccino "cold brew"
tea < drink: tea teas teabag teapot "cup of tea" cuppa
black_tea < tea caffeine: "earl grey" assam darjeeling "english breakfast tea" "black tea"
green_tea < tea caffeine: matcha "green tea" sencha
herbal_tea < tea: chamomile camomile rooibos "herbal tea" "peppermint tea" "fruit tea" "mint tea"
chai < tea: chai "bubble tea"
iced_tea < tea: "iced tea" "ice tea"
hot_chocolate < drink chocolate: "hot chocolate" cocoa
alcohol < drink: alcohol booze alcoholic drunk tipsy hangover hungover teetotal halal "two glasses" "glass of wine" "glasses of wine" "one drink" "two drinks" "units a week" tipple "is the limit" "is my limit" "max two" "two beers" "one beer" "a few pints" pints pint "have a drink" "like a drink" "limit for alcohol" "drinks a night" nightcap
no_alcohol < alcohol: teetotal teetotaller sober sobriety "doesn't drink" "don't drink" "no alcohol" "stopped drinking" "quit drinking" "dry january" "on the wagon" "dry since" "off the booze" "never touches alcohol" "not a drop" "zero alcohol" "straight edge"
non_alcoholic < drink: mocktail "alcohol free" "non alcoholic" "alcohol free beer"
beer < alcohol gluten: beer beers ale brewery brew pint keg lagers stouts weissbier "small beer" "craft beers"
lager < beer: lager pilsner pils heineken budweiser
craft_beer < beer: ipa "craft beer" "pale ale" microbrewery
stout < beer: stout guinness
wheat_beer < beer: weissbier hefeweizen "wheat beer"
cider < alcohol: cider
wine < alcohol: wine wines winery vineyard sommelier vintage "wine tasting" corkscrew "glass of red" "glass of white"
red_wine < wine: merlot carmenere tempranillo grenache sangiovese nebbiolo barolo beaujolais burgundy zinfandel primitivo cabernet shiraz malbec rioja "pinot noir" chianti "red wine"
white_wine < wine: chardonnay chablis muscadet albarino moscato gewurztraminer veltliner riesling "sauvignon blanc" "pinot grigio" "white wine"
rose_wine < wine: "rose wine" "glass of rose"
sparkling_wine < wine: champagne prosecco cava "sparkling wine" bubbly sekt
port_wine < wine: sherry "port wine" madeira vermouth
mulled_wine < wine christmas: "mulled wine" gluhwein
spirits < alcohol: liquor "hard liquor" schnapps distillery "alcoholic spirits"
whisky < spirits: whisky whiskey bourbon scotch "single malt"
gin < spirits: gin "gin and tonic"
vodka < spirits: vodka
rum < spirits: rum
tequila < spirits: tequila mezcal
brandy < spirits: brandy cognac armagnac grappa
liqueur < spirits: liqueur amaretto baileys limoncello ouzo
cocktail < alcohol: cocktail cocktails margarita mojito martini daiquiri negroni "bloody mary" sangria aperol spritz cosmopolitan
toast_drink < alcohol: "raise a glass"
sake < alcohol: sake
kombucha < drink: kombucha
straw_cup: straw mug tumbler goblet
`
