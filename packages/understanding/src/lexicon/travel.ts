/** Travel, transport, lodging and documents. */
export const TRAVEL = `
travel: travel travels travelled traveled travelling traveling traveller journey abroad overseas
trip < travel: trip trips journey excursion outing getaway "city break" "weekend away" "day trip"
holiday < travel: holiday holidays vacation vacations vacay "package holiday" "all inclusive"
honeymoon < holiday wedding: honeymoon honeymooners
backpacking < travel: backpacking backpacker interrail "round the world" "gap year" hitchhiking
cruise < holiday ship: cruise cruises
tour < travel: tour tours sightseeing sights "guided tour" "tour guide" landmark "tourist attraction"
tourist < travel: tourist tourists tourism touristy
visited_place < travel: visited "been to" "travelled to" "went to" "traveled to" "have you been"
travel_wish < travel: "bucket list" "want to visit" "wants to visit" "dream destination" "like to visit" "dream trip"
destination < travel: destination destinations "where to go"
itinerary < travel plan: itinerary "travel plans" "travel plan" "trip plan" route
travel_companion < travel: "travel companion" "travelling alone" "solo travel" "travel alone" "traveling alone"
booking < travel: reservation reserve reserved prebook "booking reference" "book a flight" "book a hotel" "booked a flight" "booked a hotel" "advance booking"
luggage < travel: luggage suitcase suitcases baggage "carry on" "hand luggage" duffel
packing < travel: pack packed packing "packing list" unpack
hotel < accommodation: hotel hotels motel inn "check in time" "room service" hilton marriott "hotel room" "hotel suite"
accommodation < travel: accommodation lodging overnight "place to stay" "stay overnight"
hostel < accommodation: hostel hostels "youth hostel" dormitory
bed_and_breakfast < accommodation: "bed and breakfast" guesthouse "guest house" bnb
holiday_rental < accommodation: airbnb "holiday rental" "holiday apartment" "vacation rental" "holiday cottage" "self catering"
resort < accommodation: resort "all inclusive" "club med" "beach resort"
camping < accommodation: camp camping campsite campground tent tents campfire "sleeping bag" glamping campers
camper_van < car camping: campervan motorhome caravan rv "camper van" "mobile home"
passport < travel_document: passport passports "passport number"
travel_document < travel: visa visas "travel document" "travel documents" esta "entry permit"
id_card < identity: "id card" "identity card" "national id" "id number"
residence_permit < travel_document: "residence permit" "green card" "work permit" "work visa" "settled status"
border < travel: border borders checkpoint "passport control" "customs declaration"
travel_insurance < insurance travel: "travel insurance" "trip insurance" "holiday insurance"
transport < travel: transport transportation vehicle "get around" "public transport" "public transportation"
air_travel < travel: fly flies flew flying flight flights flown airborne airfare
aeroplane < air_travel: plane planes aeroplane airplane aircraft jet airliner boeing airbus
airport < air_travel: airport airports "departure gate" runway heathrow gatwick "duty free" "departure lounge" schiphol
airline < air_travel: airline airlines ryanair easyjet lufthansa emirates "british airways" "air france" klm "frequent flyer" "air miles"
airport_security < airport: "airport security" "security check" "boarding pass" boarding "check in desk"
seat_preference < travel: "aisle seat" "window seat" legroom "seat preference" "exit row" "middle seat"
travel_class < air_travel: "business class" "economy class" "first class" "premium economy"
layover < air_travel: layover stopover "direct flight" "connecting flight" "long haul" "short haul"
helicopter < air_travel: helicopter chopper
balloon_flight < air_travel: "hot air balloon"
no_flying < air_travel: flygskam "flight shame" "don't fly" "doesn't fly" "never fly" "avoid flying" "stopped flying"
train < transport: train trains rail railway railroad eurostar amtrak locomotive "sleeper train" "night train" tgv
train_station < train: platform "train station" "railway station" "central station" "train platform"
train_ticket < train ticket: railcard "train ticket" "rail pass" "rail ticket" bahncard "season ticket"
underground_train < transport: metro tube underground "tube station" "metro station" subway
tram < transport: tram trams streetcar trolley "light rail"
bus < transport: bus buses "bus stop" "bus ride" "bus station" "double decker"
coach_bus < bus: flixbus megabus "coach trip" minibus
ticket: ticket tickets fare fares "return ticket" "one way ticket"
travel_card < ticket transport: "oyster card" "travel card" "travel pass" "monthly pass" "bus pass"
taxi < transport: taxi taxis cab uber lyft "ride share" rideshare
car_sharing < car: carpool carpooling "car sharing" "car share" zipcar blablacar "car club"
rental_car < car: "hire car" "rental car" "car hire" "rent a car" "car rental" hertz
car < transport: car cars automobile hatchback saloon sedan "estate car" suv convertible
driving < car: drive drives driving driver drove driven "behind the wheel" chauffeur
no_driving < driving: "can't drive" "cannot drive" "don't drive" "doesn't drive" "no driving licence" "no car"
driving_licence < driving: "driving licence" "driver's license" "driving license" "drivers license" "driver's licence" "licence points"
driving_lessons < driving: "driving lessons" "driving test" "driving school" "learner driver" "driving instructor" "theory test"
car_make < car: volkswagen toyota bmw audi mercedes honda volvo skoda renault peugeot nissan hyundai mazda subaru lexus porsche ferrari
ford_car < car_make: "ford focus" "ford fiesta" vauxhall opel chevrolet citroen fiat kia
electric_car < car: tesla "electric car" "electric vehicle" ev "hybrid car" "charging station" "charging point" "plug in hybrid"
licence_plate < car: "licence plate" "license plate" "number plate" "registration number" "plate number"
car_parts < car: tyre tyres gearbox clutch brakes windscreen windshield bonnet bumper headlights "steering wheel" "car tires"
fuel < car: petrol diesel gasoline "petrol station" "gas station" refuel "fuel tank" mileage
car_service < car repair: mot "oil change" "car service" "car repair" "winter tyres" "car inspection" tuv
car_insurance < insurance car: "car insurance" "motor insurance" "no claims bonus"
traffic < driving: traffic "traffic jam" motorway highway freeway roundabout "rush hour"
speeding < driving crime: speeding "speed camera" "parking ticket" "speeding ticket" "speed limit"
car_seat < car child: "car seat" "booster seat" "child seat"
breakdown < car: "broke down" "breakdown cover" "flat tyre" "flat battery" "roadside assistance" puncture "dead battery"
truck < transport: truck lorry lorries van vans pickup
motorbike < transport: motorbike motorbikes motorcycle moped scooter vespa harley biker
bicycle < transport cycling: bicycle bicycles bike bikes ebike "electric bike" "e bike" pedal "push bike" handlebars "cargo bike"
bike_things < bicycle: "bike helmet" "bike lock" "bike lane" pannier "cycle lane"
electric_scooter < transport: "electric scooter" "e scooter"
ship < transport: ship ships vessel deck
boat < ship: boat boats sailboat motorboat narrowboat speedboat
ferry < ship: ferry ferries
spacecraft < space: rocket spaceship spacecraft nasa shuttle
map: map maps "google maps" satnav gps navigation compass "get directions"
souvenir < travel: souvenir souvenirs "fridge magnet" postcard postcards
distance < amount: distance kilometre kilometres kilometer kilometers mile miles metre metres far "how far"
speed: speed fast faster slow slower mph
delay < travel time: delay delayed cancelled canceled "missed the flight" "missed the train"
beach < holiday_place: beach beaches seaside coast coastal shore seashore sandcastle "by the sea" coastline sand
mountain < holiday_place: mountain mountains alps alpine peak everest hill hills hillside
countryside < holiday_place: countryside rural "in the country" village meadow fields
lake < holiday_place: lake lakes pond lakeside
island < holiday_place: island islands
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
place: place places location venue whereabouts
street < place: street streets road roads avenue pavement sidewalk lane crosswalk "zebra crossing"
bridge < place: bridge bridges tunnel
`
