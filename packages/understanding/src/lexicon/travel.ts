/** Travel, transport, lodging and documents. */
export const TRAVEL = `
travel: travel travels travelled traveled travelling traveling traveller journey abroad overseas
trip < travel: trip trips journey excursion outing getaway "city break" "weekend away" "day trip" tours excursions "road trip" roadtrip "short trip" "long weekend" getaways "few days" "back on" "day out" expeditions expedition pilgrimage safari
holiday < travel: holiday holidays vacation vacations vacay "package holiday" "all inclusive" "on holiday" "on vacation" "summer trip" "weeks in" "weeks round" "weeks around" "two weeks" "week in" "fortnight in" getaway "half board" "package tour" "all in" resort staycation
honeymoon < holiday wedding: honeymoon honeymooners
backpacking < travel: backpacking backpacker interrail "round the world" "gap year" hitchhiking
cruise < holiday ship: cruise cruises
tour < travel: tour tours sightseeing sights "guided tour" "tour guide" landmark "tourist attraction"
tourist < travel: tourist tourists tourism touristy
visited_place < travel: visited "been to" "travelled to" "went to" "traveled to" "have you been"
travel_wish < travel: "bucket list" "want to visit" "wants to visit" "dream destination" "like to visit" "dream trip" "see one day" "one day i'd" "always wanted to" "dream of visiting" "like to see" "hope to see" "wants to see" "want to see" "dream of going" "would love to see" "place to visit"
destination < travel: destination destinations "where to go" "dream destination" "dream holiday" "where to next"
itinerary < travel plan: itinerary "travel plans" "travel plan" "trip plan" route
travel_companion < travel: "travel companion" "travelling alone" "solo travel" "travel alone" "traveling alone" "with friends" "travel buddy" "travelled with" "went with"
booking < travel: reservation reserve reserved prebook "booking reference" "book a flight" "book a hotel" "booked a flight" "booked a hotel" "advance booking" booked reserving reservations "travel agent" "confirmation number" "reservation number" "already paid" "booking number" "booking ref" "ref no" pnr "record locator" locator "confirmation code" "booking code" "reservation code" "conf no" "booked on" "booking confirmation"
luggage < travel: luggage suitcase suitcases baggage "carry on" "hand luggage" duffel rucksack backpack "cabin bag" "hand baggage" "checked bag" "hold luggage" "travel bag" "check in a" "checked luggage"
packing < travel: pack packed packing "packing list" unpack
hotel < accommodation: hotel hotels motel inn "check in time" "room service" hilton marriott "hotel room" "hotel suite" auberge lodge lodges riad ryokan parador "where to stay" "staying at" ibis novotel mercure hyatt sheraton westin radisson travelodge "premier inn" "holiday inn" "best western" "motel one" "four seasons" "comfort inn" "hampton inn" "days inn" scandic "hotel booked"
accommodation < travel: accommodation lodging overnight "place to stay" "stay overnight"
hostel < accommodation: hostel hostels "youth hostel" dormitory
bed_and_breakfast < accommodation: "bed and breakfast" guesthouse "guest house" bnb "b and b" guesthouses pension homestay
holiday_rental < accommodation: airbnb "holiday rental" "holiday apartment" "vacation rental" "holiday cottage" "self catering" vrbo gite agriturismo "holiday let" "holiday flat" "self catered" "guest favourite"
resort < accommodation: resort "all inclusive" "club med" "beach resort"
camping < accommodation: camp camping campsite campground tent tents campfire "sleeping bag" glamping campers "camp stove" "roll mat" bivvy "sleeping mat"
camper_van < car camping: campervan motorhome caravan rv "camper van" "mobile home" camper campers motorhomes caravans "converted van" "camping van" rvs
passport < travel_document: passport passports "passport number" "travel papers" "passport control"
travel_document < travel official_document: visa visas "travel document" "travel documents" esta "entry permit" "entry visa" "tourist visa" "student visa" "visa application" "visa free"
id_card < identity official_document: "id card" "identity card" "national id" "id number" "identity document" "id document" personalausweis "photo id" "national identity card"
residence_permit < travel_document: "residence permit" "green card" "work permit" "work visa" "settled status" "residency permit" "stay permit" "right to remain" "leave to remain" "permit is" "permit expires" "resident permit" "permanent residence" "permanent residency" "visa runs"
border < travel: border borders checkpoint "passport control" "customs declaration"
travel_insurance < insurance travel: "travel insurance" "trip insurance" "holiday insurance"
transport < travel: transport transportation vehicle "get around" "public transport" "public transportation" commute transit "means of transport" "get about" "getting around" "gets around" "gets about"
air_travel < travel: fly flies flew flying flight flights flown airborne airfare "fly to" "flew to" "flying to" "fly home" "flying home" "red eye" "one way flight" "return flight" "flight to" "flights to" "by plane" "by air" landing takeoff "take off" "flight number" inflight "boarding time" "fly out" "flying out" outbound
aeroplane < air_travel: plane planes aeroplane airplane aircraft jet airliner boeing airbus
airport < air_travel: airport airports "departure gate" runway heathrow gatwick "duty free" "departure lounge" schiphol terminal gate
airline < air_travel: airline airlines ryanair easyjet lufthansa emirates "british airways" "air france" klm "frequent flyer" "air miles" pegasus wizzair iberia vueling transavia eurowings qantas "turkish airlines" "wizz air" finnair icelandair norwegian "delta air" "united airlines" "american airlines" "singapore airlines" "qatar airways" "ethiopian airlines" jetblue airfrance aeromexico avianca latam "lot polish" "air canada" westjet jet2 "norwegian air" "cathay pacific" "japan airlines" "all nippon" "korean air" asiana "air new zealand" jetstar "virgin atlantic" "aer lingus" "tap portugal" "tap air" "austrian airlines" egyptair "kenya airways" "air india" vistara garuda "malaysia airlines" "thai airways" etihad qatar saudia "royal air maroc" flydubai airasia volotea "air europa" "southwest airlines" "alaska airlines" "spirit airlines"
airport_security < airport: "airport security" "security check" "boarding pass" boarding "check in desk"
seat_preference < travel: "aisle seat" "window seat" legroom "seat preference" "exit row" "middle seat" seat seats seated "seat number" "row 1" aisle
travel_class < air_travel: "business class" "economy class" "first class" "premium economy"
layover < air_travel: layover stopover "direct flight" "connecting flight" "long haul" "short haul"
helicopter < air_travel: helicopter chopper
balloon_flight < air_travel: "hot air balloon"
no_flying < air_travel: flygskam "flight shame" "don't fly" "doesn't fly" "never fly" "avoid flying" "stopped flying"
train < transport: train trains rail railway railroad eurostar amtrak locomotive "sleeper train" "night train" tgv gautrain railways railcars intercity commuter "s bahn" "by rail" "by train" "high speed train" shinkansen renfe trenitalia sncf "deutsche bahn" lner gwr "avanti west" scotrail "via rail" obb sbb pkp ktx ouigo alvia avlo thalys frecciarossa railjet rajdhani shatabdi "euro city" carriage carriages "coach number" "quiet coach" "train number" "caledonian sleeper" "night jet" nightjet pendolino "rail replacement" "coach 4"
train_station < train: platform "train station" "railway station" "central station" "train platform"
train_ticket < train ticket: railcard "train ticket" "rail pass" "rail ticket" bahncard "season ticket"
underground_train < transport: metro tube underground "tube station" "metro station" subway "u bahn" "the metro" "the tube" "the subway" "the underground"
tram < transport: tram trams streetcar trolley "light rail"
bus < transport: bus buses "bus stop" "bus ride" "bus station" "double decker" busses "bus route" "bus line" "bus number" "night bus" "bus fare"
coach_bus < bus: flixbus megabus "coach trip" minibus "national express" alsa citylink eurolines regiojet intercape "greyhound bus" "kamil koc" "cruz del sur" "coach to" "coach from" "by coach" "coach leave" "coach leaves" "coach depart" "my coach" "coach station" "long distance bus" "bus to" "bay number"
ticket: ticket tickets fare fares "return ticket" "one way ticket"
travel_card < ticket transport: "oyster card" "travel card" "travel pass" "monthly pass" "bus pass" oyster "weekly ticket" "monthly ticket" "annual ticket" "season pass" "rail card" deutschlandticket "student travel" "transit pass" "transit card" "metro card" "train pass" "free travel" "travel free" myki suica pasmo navigo "clipper card" ventra "leap card" "octopus card" "ez link" "orca card" "charlie card" "myki card" "top up" "pay for the tram" "pay for the bus" "pay on the bus" "pay for the metro" "opal card" "presto card"
taxi < transport: taxi taxis cab uber lyft "ride share" rideshare minicab rideshares
car_sharing < car: carpool carpooling "car sharing" "car share" zipcar blablacar "car club" "shared car" "carpools with" "lift share" "car pool"
rental_car < car: "hire car" "rental car" "car hire" "rent a car" "car rental" hertz
car < vehicle: car cars automobile hatchback saloon sedan "estate car" suv convertible autos motorcar "motor car" "do i drive" "does she drive" "does he drive" wheels
driving < car: drive drives driving driver drove driven "behind the wheel" chauffeur "at the wheel" motorist motorists steering "pick up by car" "give a lift" "gives a lift" "driven by"
no_driving < driving: "can't drive" "cannot drive" "don't drive" "doesn't drive" "no driving licence" "no car"
driving_licence < driving official_document: "driving licence" "driver's license" "driving license" "drivers license" "driver's licence" "licence points" "driver license" "driver's permit" "licence valid" "clean licence" "driving permit" licensed "driver licence"
driving_lessons < driving: "driving lessons" "driving test" "driving school" "learner driver" "driving instructor" "theory test"
car_make < car: volkswagen toyota bmw audi mercedes honda volvo skoda renault peugeot nissan hyundai mazda subaru lexus porsche ferrari vw suzuki mitsubishi dacia saab jaguar jeep chrysler dodge buick cadillac polestar rivian byd "alfa romeo" "mini cooper" "land rover" "range rover" "vw golf" "vw polo" "honda civic" "nissan leaf" corolla yaris prius octavia fabia forester outback sandero duster clio megane corsa passat picanto sprinter
ford_car < car_make: "ford focus" "ford fiesta" vauxhall opel chevrolet citroen fiat kia
electric_car < car: tesla "electric car" "electric vehicle" ev "hybrid car" "charging station" "charging point" "plug in hybrid" "charging card" wallbox "wall box" "plug in" "battery range" evs charger
licence_plate < car: "licence plate" "license plate" "number plate" "registration number" "plate number" plate "reg number" registration "registration plate" "car registration"
car_parts < car: tyre tyres gearbox clutch brakes windscreen windshield bonnet bumper headlights "steering wheel" "car tires" tire tires brake "brake pads" exhaust radiator alternator suspension wipers "shock absorbers" "timing belt" "spark plugs" "oil filter" filters tread hubcap "head gasket" fender windshields
fuel < car: petrol diesel gasoline "petrol station" "gas station" refuel "fuel tank" mileage lpg adblue mpg "fuel consumption" "fill up" "fills up" "tank of" "petrol card" "fuel card" refuels
car_service < car repair: mot "oil change" "car service" "car repair" "winter tyres" "car inspection" tuv servicing serviced "full service" "oil and filters" "brake fluid" mechanic mechanics "garage bill" inspection roadworthy "technical inspection" "state inspection" "smog check" "annual service" "service book" "road test" "last serviced" "new clutch" "new brakes" "oil changed" wof "safety inspection" "warrant of fitness" "vehicle inspection" shaken
car_insurance < insurance car: "car insurance" "motor insurance" "no claims bonus" "car policy" "vehicle insurance" "comprehensive cover" "third party cover" "van insurance" "insures my car" "insurance for my car" "insurance for the car"
traffic < driving: traffic "traffic jam" motorway highway freeway roundabout "rush hour" jam jams congestion roadworks diversion
speeding < driving crime: speeding "speed camera" "parking ticket" "speeding ticket" "speed limit" "speeding fine" "traffic fine" "traffic ticket" "penalty points" "points on my licence" "got flashed" "driving ban"
car_seat < car child: "car seat" "booster seat" "child seat"
breakdown < car: "broke down" "breakdown cover" "flat tyre" "flat battery" "roadside assistance" puncture "dead battery" "wouldn't start" "didn't start" towed tow "jump leads" aa adac rac
truck < vehicle: truck lorry lorries van vans pickup
motorbike < vehicle: motorbike motorbikes motorcycle moped scooter vespa harley biker motorcycles motorcyclist motorbiking bikers "motor bike" yamaha kawasaki ducati ktm lambretta "royal enfield" mopeds scooters
bicycle < transport cycling: bicycle bicycles bike bikes ebike "electric bike" "e bike" pedal "push bike" handlebars "cargo bike" brompton cannondale bianchi swapfiets gazelle "folding bike" "city bike" "gravel bike" "road bike" "racing bike" "mountain bike" "touring bike" "rental bike" "bike rental" cycle cycles "do i ride" "does she ride" "does he ride"
bike_things < bicycle: "bike helmet" "bike lock" "bike lane" pannier "cycle lane" saddle derailleur "inner tube" "bike chain" panniers "bike lights" "bike stand" "cycle helmet"
electric_scooter < transport: "electric scooter" "e scooter"
ship < transport: ship ships vessel deck
boat < ship: boat boats sailboat motorboat narrowboat speedboat dinghy canoe kayak yacht sloop trawler
ferry < ship: ferry ferries "by ferry" "ferry crossing" "car ferry" stena "stena line" dfds calmac "brittany ferries" "irish ferries" "viking line" tallink balearia trasmediterranea "corsica ferries" "color line" "fjord line" "bc ferries" interislander polferries finnlines "p and o" hydrofoil "cabin number" "foot passenger"
spacecraft < space: rocket spaceship spacecraft nasa shuttle
map: map maps "google maps" satnav gps navigation compass "get directions" atlas waze "route planner" gpx komoot directions
souvenir < travel: souvenir souvenirs "fridge magnet" postcard postcards keepsake mementos memento
distance < amount: distance kilometre kilometres kilometer kilometers mile miles metre metres far "how far"
speed: speed fast faster slow slower mph
delay < travel time: delay delayed cancelled canceled "missed the flight" "missed the train" delays "running late" "held up" "missed connection"
beach < holiday_place: beach beaches seaside coast coastal shore seashore sandcastle "by the sea" coastline sand
mountain < holiday_place: mountain mountains alps alpine peak everest hill hills hillside peaks summit summits ridge munro
countryside < holiday_place: countryside rural "in the country" village meadow fields
lake < holiday_place: lake lakes pond lakeside
island < holiday_place: island islands isles isle archipelago
desert < holiday_place: desert sahara dunes
jungle < holiday_place: jungle rainforest tropical
national_park < holiday_place: "national park" yosemite yellowstone "nature reserve" "grand canyon"
holiday_place < place travel: scenery landscape scenic viewpoint
theme_park < place: disneyland disney rollercoaster "theme park" "amusement park" legoland fairground funfair "roller coaster" "water park"
castle < place: castle palace ruins fortress monument
museum < place: museum museums exhibition exhibit gallery galleries louvre
park < place: parks playground "public park" "city park" "botanical garden"
city < place: city cities urban town towns downtown metropolis
village < place: village villages hamlet
capital_city < city: capital "capital city"
place: place places location venue whereabouts spot spots site sites
street < place: street streets road roads avenue pavement sidewalk lane crosswalk "zebra crossing"
bridge < place: bridge bridges tunnel
vehicle < transport: vehicle vehicles wheels motor
winter_tyres < car_parts: "winter tyres" "winter tires" "snow tyres" "snow tires" "summer tyres" "summer tires" "all season tyres" "studded tyres" "snow chains"
mileage < car distance: mileage odometer mileometer "on the clock" "000 km" "000 miles" "000 kilometres" "how many miles"
car_accident < driving: crash crashed crashes crashing collision dent dented "car accident" "road accident" "traffic accident" "car crash" "written off" "rear ended" "fender bender" "bumped into" "hit a deer" scrape scraped
road_toll < cost driving: toll tolls vignette "congestion charge" "emission zone" "low emission zone" "toll sticker"
night_driving < driving: "after dark" "in the dark" "at night" "night driving" glare "drive at night"
official_document: document documents papers paperwork "official papers" "identity papers" "birth certificate" "marriage certificate" "proof of identity" "proof of address" certificates
personal_number < identity: bsn pesel ssn curp nin "citizen number" "citizen service number" "personal number" "identity number" "national insurance number" "social security number" "tax file number" "national id number" "personal id"
abroad < travel: abroad overseas foreign "out of the country" "another country" "other countries" "leave the country" international
northern_lights < travel nature: aurora "northern lights" "polar lights" "midnight sun"
travel_cost < travel cost: fare fares "ticket price" "flight cost"
directions < map: "how to get there" "way there"
loyalty_programme < airline discount: "loyalty programme" "loyalty program" "frequent flyer" "frequent flyer number" "air miles" miles "miles and more" avios "status level" lounge
travel_money < currency travel: "travel money" "exchange money" "foreign currency" "local currency"
travel_health < travel: "travel vaccine" "travel jabs" "yellow fever" malaria "hepatitis a" "travel vaccination"
visa_appointment < travel_document appointment: "visa appointment" "embassy appointment" "consulate appointment" biometrics
travel_plan_wish < travel_wish: "on my list" "next big trip" "someday trip"
motoring_fuel < fuel: "fuel type" unleaded "premium petrol"
car_colour < car: "silver car" "red car" "blue car" "black car" "white car" "grey car" "green car"
car_loan_lease < car loan: leased leasing "car lease" "lease car" "company lease" "car payments"
car_key < car key: "car key" "car keys" "key fob" "spare car key"
roadside < breakdown: "breakdown service" "recovery service" "aa member" "towed away"
bike_repair < bicycle repair: "bike shop" "bike repair" "new chain" "flat tire" "bike service" "puncture kit"
ship_trip < ship: "river cruise" "sailing trip" "boat trip" "ferry trip"
train_journey < train trip: "night train" "train journey" "train ride" "rail journey" "train trip"
`
