/** Home, rooms, furniture, appliances, repairs, moving, cleaning and gardening. */
export const HOME = `
home: home homes house household "at home" live lives residence
house < home: house houses cottage bungalow villa "terraced house" "semi detached" townhouse mansion farmhouse
flat < home: flat flats apartment apartments studio condo loft penthouse maisonette "tower block"
houseboat < home: houseboat caravan "mobile home" "tiny house"
dwelling_place < home: live lives living reside resides resident residence "home town" "based in"
address < home: address addresses postcode zipcode eircode "zip code" "post code" street "house number" "postal code" "home address"
neighbourhood < place: neighbourhood neighborhood suburb suburban district borough quarter
hometown < place: hometown "home town" "native city" "native town"
housing < home: housing accommodation lodging "place to live" "living situation"
rent < housing cost: rent rental renting rented lease lessee "monthly rent" tenancy "rental contract" "rental agreement" rents
mortgage < debt housing: mortgage remortgage "home loan" "house loan" mortgaged "pay off the house" "paying off the house" "paying off the flat" "house repayments" "home repayments" hipoteca hypothek "house payment" "fixed rate" "variable rate" refinance refinanced "mortgage payment"
deposit < rent: deposit "security deposit"
home_ownership < housing: homeowner "first home" "bought a house" "buy a house" "own a house" "own our home" "property ladder" freehold
house_hunting < housing: "house hunting" "flat hunting" "looking for a flat" "looking for an apartment" viewing zillow rightmove
moving_home < home: move moving moved relocate relocation "moving house" "move in" "moved in" "move out" "moving out" removals "new flat" "new house" "moving in"
moving_boxes < moving_home: "moving boxes" "removal company" "moving company" "moving van" unpack "house move"
homeless < home: homeless homelessness shelter
building < place: building buildings skyscraper tower
floor_level < building: storey "ground floor" "first floor" "top floor" "second floor" upstairs downstairs
stairs < building: stairs staircase stairway steps banister
lift_elevator < building: elevator escalator "no lift" "take the lift" lift lifts elevators "the lift"
room < home: room rooms
kitchen < room: kitchen kitchenette pantry larder worktop countertop
bedroom < room: bedroom bedrooms "master bedroom"
guest_room < room: "guest room" "spare room" "spare bedroom" "guest bedroom"
children_room < room child: "nursery room" "kids room" "children's room" playroom
living_room < room: lounge "living room" "sitting room" "front room"
dining_room < room: "dining room"
bathroom < room: bathroom washroom "wet room" "shower room"
toilet < bathroom: toilet toilets loo restroom lavatory
shower < bathroom: shower showerhead
bathtub < bathroom: bathtub bath tub
study_room < room: "home office" "study room"
basement < room: basement cellar
attic < room: attic loft "roof space"
hallway < room: hallway corridor hall "entrance hall"
laundry_room < room: "laundry room" "utility room"
garage < home: garage carport driveway
balcony < home: balcony terrace patio veranda porch
garden < home: garden gardens yard backyard lawn "front garden" "back garden"
shed < garden: shed greenhouse conservatory
allotment < garden: allotment "vegetable patch" "raised bed" "community garden" "vegetable garden" allotments "kitchen garden" "garden plot" plot "community plot"
gardening < garden hobby: gardening gardener weeding compost mulch "plant seeds" seedlings gardeners gardened prune prunes pruned pruning sow sows sowed sown sowing harvest harvested harvesting seeds repot repotted fertiliser fertilizer "garden centre" "flower bed" "green fingers" "vegetable growing" "grow vegetables" "grows vegetables" buckets planter planters "grow bags" dig digging secateurs rake spade shovel wheelbarrow "growing vegetables" dahlias tomatoes "green thumb" "potting shed" seedling perennials
lawn_mowing < gardening: mow mowing mower lawnmower hedge "mow the lawn" "mows the lawn" "cut the grass" "cuts the grass" "robot mower"
roof < building: roof rooftop gutter chimney tiles slates "roof leak" guttering gutters "leaking roof" thatch
window < building: window windows windowpane windowsill
door < building: door doors doorway doorbell doorknob
wall < building: wall walls ceiling wallpaper
floor_covering < home: carpet rug parquet laminate tiles floorboards linoleum
furniture < home: furniture furnished furnish ikea unfurnished
table < furniture: table tables "coffee table" "dining table" sideboard
chair < furniture: chair chairs stool armchair "rocking chair" recliner
sofa < furniture: sofa couch settee futon
bed < furniture: bed beds mattress bunk "double bed" "single bed" bedframe headboard
bedding < bed: bedding duvet pillow blanket sheets quilt bedsheet pillowcase
wardrobe < furniture: wardrobe closet drawer drawers "chest of drawers" cupboard cabinet dresser
shelf < furniture: shelf shelves bookshelf bookcase shelving
desk < furniture: desk "standing desk" "office chair"
curtains < home: curtain curtains shutters "window blinds" "roller blinds" blinds drapes "net curtains" "blackout blind"
lamp < home: lamp lightbulb chandelier lampshade lighting "light bulb"
candle < home: candle candles candlelight
mirror < home: mirror mirrors
cushion < home: cushion cushions
appliance < home: appliance appliances "white goods" gadget
fridge < appliance: fridge refrigerator freezer icebox freezers fridges
oven < appliance: oven stove cooker hob cooktop
microwave < appliance: microwave
dishwasher < appliance: dishwasher
washing_machine < appliance: "washing machine" "washer dryer" washer
tumble_dryer < appliance: dryer "tumble dryer" "clothes dryer"
kettle < appliance: kettle
toaster < appliance: toaster "toasted sandwich maker"
coffee_machine < appliance coffee: "coffee machine" "coffee maker" "espresso machine" nespresso
blender < appliance: blender mixer "food processor" juicer thermomix
air_fryer < appliance: "air fryer" "deep fryer" "slow cooker" "instant pot" "rice cooker"
vacuum < appliance cleaning: vacuum hoover dyson roomba vacuuming hoovering
iron_appliance < appliance: ironing "ironing board" "clothes iron" "steam iron"
hairdryer < appliance hair: hairdryer "hair dryer" straightener "hair straightener" "curling iron"
fan_appliance < appliance: dehumidifier humidifier "air purifier" "ceiling fan" "electric fan"
air_conditioning < appliance: aircon "air conditioning" "air conditioner" "air con"
heating < home: heating radiator boiler thermostat "central heating" heater "heat pump" furnace "hot water" "water heater" "hot water system" radiators "radiator key" "no hot water" "no heating" "pilot light" "heating engineer" "boiler service" "boiler pressure" caldera "underfloor heating" "storage heater" thermostats "bleed the radiators" bleeding
fireplace < heating: fireplace "wood burner" "log fire" "wood stove"
solar_panels < electricity: photovoltaic "solar panel" "solar panels" "solar power"
electricity < home: electricity electric "power cut" "power outage" fuse socket plug voltage "fuse box" fusebox "circuit breaker" "trip switch" "power tripped" "power went" "no power" "consumer unit" blackout rewire rewired rewiring sockets "light switch" wiring flickers flickering
gas_supply < home: "gas bill" "gas meter" "gas boiler" "gas leak" "gas cooker"
water_supply < home: tap faucet "water meter" "water bill" "running water" leak leaking leaky leaked dripping drip "dripping tap" "burst pipe" pipe pipes pipework stopcock "mains water" "water pressure" plumber plumbing "blocked drain" "blocked sink" drain drains "damp patch" "water damage" "coming through the ceiling"
utilities < bill home: utilities "utility bill" "electricity bill" "gas bill" "energy bill" "energy bills" "electric bill"
smoke_alarm < home: "smoke alarm" "smoke detector" "fire alarm" "carbon monoxide" "fire extinguisher"
home_security < home: alarm "burglar alarm" "security camera" cctv "alarm code" "security system"
key < home: key keys keyring "spare key" "spare keys" "front door key" keycode fob fobs "key ring" locksmith "spare set" "door keys"
lock < home: lock locked lockbox padlock "door code" "locked out" locksmith locksmiths "lost my keys" "lose my keys" "open the door" latch deadbolt "key safe" lockout
wifi < internet home: wifi router "wi fi" broadband hotspot "wireless network"
kitchenware < kitchen: saucepan pots pans cutlery crockery wok colander "frying pan" bakeware
tableware < kitchen: plate plates saucer "dinner service" dinnerware "salad bowl" "soup bowl"
cutlery < kitchen: cutlery fork spoon teaspoon knife knives chopsticks
glassware < kitchen: "wine glass" "wine glasses" glassware jug jar
household_chores < home: chore chores housework "household chores" "to do list" errands errand dishes hoovering dusting "take the bins"
cleaning < household_chores: clean cleaning cleaned cleaner tidy scrub mop wipe dusting spotless descale descaled descaling polish polished disinfect
cleaning_things < cleaning: bleach detergent broom dustpan bucket sponge "cleaning products" disinfectant
dishes_washing < household_chores: "washing up" "do the dishes" "wash the dishes" "dish soap"
laundry < household_chores: laundry laundrette launderette laundromat "dry cleaning" "clothes line" "washing line" "do the washing" washing "washing clothes" "wash clothes" "washing day" "wash day" "spin cycle" "at 30" "at 40" "at 60" "washing machine" "washes at" "wash at" washes "hang out the washing" "dry my clothes" "launderette coins" "wash my clothes" softener
waste < household_chores: rubbish garbage trash bin bins dustbin "bin day" "bin collection" litter "green bin" "bin night" "food waste" "bins go out" "recycling bin" "brown bin" "black bin" "blue bin" "general waste" "put the bins out"
recycling < waste: recycle recycling recycled "glass bin" upcycle "recycling day" "paper bin" "yellow bag" "bottle bank"
decluttering < household_chores: declutter decluttering clutter hoarding "marie kondo" "clear out"
home_pest < home: pest mice cockroach cockroaches bedbugs "bed bugs" woodworm termites infestation pests nuisance vermin rats mousetrap exterminator moths ants wasps moth "mouse droppings" droppings silverfish fumigation fumigated fumigate fumigator "mouse trap" traps weevils "carpet beetle" "carpet beetles" "pest control" "ant traps" "rat poison" gnawed nibbling "eating my" "eaten holes" "holes in my" infested roach roaches flea fleas bedbug
repair < household_chores: repair repairs repaired fix fixed mend mended "out of order" maintenance fixing repairing fixes mends mending repairman "got fixed" "have it fixed" overhaul overhauled plumber electrician glazier roofer "repair man" "needs fixing" "needs repair" "to be repaired" "needs replacing" "doesn't work" "does not work" "isn't working" "not working" fault faults "error code" "seal gone" "broken again" handyman patched regrouted resealed
diy < repair hobby: diy "do it yourself" handyman "do up" "odd job" "home improvement" handywoman "build myself" "built myself" "made myself"
renovation < home: renovate renovation renovating refurbish redecorate extension "loft conversion" remodel
painting_walls < renovation: decorating "paint the walls" "painted the walls" "paint the kitchen" "wall paint"
tool < diy: tool tools toolbox screwdriver hammer drill wrench spanner pliers screws sandpaper "power tools" saws lathe lathes chisel chisels planer sander grinder ratchet socket wrenches "torque wrench" "table saw" "circular saw" "angle grinder" "power tool" "power drill" "tool box" toolkit clamp clamps crowbar "cordless drill" "soldering iron" axe shears secateurs toolset "tool shed" gadget
ladder < tool: ladder stepladder
glue < tool: glue adhesive "duct tape" superglue
storage < home: storage "storage unit" "self storage" storeroom attic stored stow stowed "kept in" "kept under" "taped under" "hidden under" locker "in the drawer" "in the jar" "swim bag" "bottom drawer" "top drawer" "kept behind" attics
interior_design < home: interior decor "interior design" minimalist
house_plant < plant home: houseplant houseplants "house plant" "pot plant" cactus succulent "potted plant" monstera ficus philodendron yucca pothos bonsai calathea aloe "spider plant" "peace lily" "rubber plant" "snake plant" "pot plants" "indoor plant" "indoor plants"
swimming_pool_home < garden: "garden pool" "private pool" "paddling pool"
mailbox < home: letterbox mailbox postbox "po box"
parking < car: park parking parked "parking space" "parking spot" "parking permit" "car park" "parking lot" "resident's permit" "residents permit" "parking disc" "parking garage" "underground parking" "parks on" "parking bay" "multi storey" "parking zone" "parking fee" "parking fees"
second_home < home: "second home" "holiday home" "summer house" "weekend house" cabin chalet
community_housing < housing: "council house" "social housing" "housing association" commune cohousing
home_insurance < insurance home: "home insurance" "contents insurance" "buildings insurance" "house insurance"
estate_agency < housing: "estate agent" realtor "property listing"
move_date < moving_home: "move in date" "moving date" "moving day"
housewarming < party moving_home: housewarming "house warming"
stationery: pen pens pencil pencils eraser stapler scissors stationery "wrapping paper" "writing paper"
torch: torch flashlight headlamp
toilet_paper < toilet: "toilet paper" "toilet roll" "loo roll" tissues "paper towel" "kitchen roll"
clothes_hanger < wardrobe: hanger hangers "coat hanger" "coat hook"
plant_watering < gardening: "water the plants" "waters the plants" "watering can" irrigation hose sprinkler "gets water" watered watering "needs water"
home_growing < gardening: "on the balcony" "in pots" "in the garden" homegrown "home grown" "window box" "window boxes" "kitchen garden" "herb garden" "grows in"
garden_pest < gardening home_pest: mole moles slug slugs snail snails aphids voles greenfly blackfly caterpillars "eaten by" "eating my" "been eaten" "deer ate" nibbled "japanese beetles" gophers groundhog groundhogs blight
snow_clearing < household_chores snow: plow plows plowing plough snowplow "snow clearing" "clear the snow" "snow removal" "snow blower" "shovels snow" "shovel snow" "grit the"
power_cut < electricity: blackout blackouts outage outages "power cut" "power cuts" "power failure" "power outage" "power outages" "load shedding" loadshedding "no electricity" "electricity goes" inverter generator "backup power" "power bank" "emergency power"
workshop < place diy: workshop workbench "hobby room" "garden shed"
tenancy_end < rent notice_period: "lease ends" "lease in" "end of lease" "end of the lease" "moving out" "months' notice" "notice for the flat"
`
