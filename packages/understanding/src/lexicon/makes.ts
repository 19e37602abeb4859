/** Common makes and models by the kind of thing: notes often name a thing by its make only. */
export const MAKES = `
phone_make < smartphone: xperia realme "galaxy a" "galaxy s" "galaxy z" "galaxy m" "galaxy note" "moto g" "moto e" "nothing phone" "redmi note" "poco x" "poco f" "honor magic" "pixel 6" "pixel 7" "pixel 8" "pixel 9" "pixel 10"
laptop_make < laptop: elitebook probook inspiron vivobook "framework laptop" "framework 13" "hp pavilion" "hp envy" "hp spectre" "lg gram" "acer aspire" "acer swift" "lenovo yoga" "lenovo legion" "lenovo ideapad" "dell latitude" "dell xps" "asus rog" "razer blade" "microsoft surface" "surface go"
drawing_tablet < tablet_computer: wacom cintiq intuos huion xppen "xp pen" "drawing tablet" "graphics tablet" "graphic tablet" "pen display" "pen tablet" stylus
tablet_make < tablet_computer: "ipad air" "ipad mini" "ipad pro" "galaxy tab" "fire hd" "lenovo tab"
ereader_make < ereader: paperwhite tolino pocketbook "kindle oasis" "kobo clara" "kobo libra" "kindle scribe" "kobo aura"
camera_make < camera: eos lumix instax insta360 hasselblad rolleiflex mamiya "ricoh gr" "sony a7" "sony a6" "sony rx" "nikon z" "nikon d" "x t3" "x t4" "x t5" "x t30" "x pro" x100v x100f "canon r" "dji osmo" "om system"
headphones_make < headphones: sennheiser jabra jbl "sony wh" "sony wf" "bose qc" "bose quietcomfort" "audio technica" beyerdynamic "galaxy buds" "beats studio" skullcandy
speaker_make < loudspeaker: "jbl charge" "jbl flip" "ue boom" "marshall acton" "bose soundlink" "echo dot" homepod
tv_make < television_set: bravia "lg oled" "samsung qled" hisense "sony bravia" "philips ambilight" roku "apple tv 4k" "fire stick" chromecast
printer_make < printer: laserjet deskjet officejet pixma ecotank epson "brother hl" "brother mfc" "brother dcp" "hp envy"
watch_make < watch: seiko tissot rolex swatch longines breitling timex "g shock" "tag heuer" "citizen eco" "omega seamaster" "omega speedmaster" "fossil watch" "orient bambino" "casio watch" "hamilton khaki" "wrist watch" "which watch" "what watch" "my watch" "his watch" "her watch" "watch strap" "watch battery"
sports_watch < smartwatch: suunto coros amazfit "garmin venu" "polar vantage" "polar pacer" vivoactive forerunner "apple watch ultra" fitbit "what watch" "which watch" "my watch" "his watch" "her watch" "sports watch"
car_model < car_make: camry hilux rav4 aygo auris avensis qashqai micra ioniq sportage sorento niro stonic jimny vitara kodiaq karoq fiesta mondeo touran tiguan passat zafira meriva insignia cupra berlingo kangoo captur twingo wrangler outlander pajero isuzu daihatsu ssangyong holden camaro corvette silverado "f 150" xc40 xc60 xc90 "mg zs" mg4 ceed
car_model_of_two_words < car_make: "seat leon" "seat ibiza" "seat ateca" "seat arona" "land cruiser" "golf gti" "golf tdi" "golf tsi" "golf estate" "golf variant" "golf mk" "ford puma" "ford kuga" "ford transit" "ford ranger" "ford escape" "ford explorer" "opel astra" "vauxhall astra" "vauxhall corsa" "fiat 500" "fiat panda" "fiat punto" "kia rio" "kia ceed" "kia niro" "kia soul" "mazda 3" "cx 5" "honda jazz" "honda accord" "honda cr v" "suzuki swift" "hyundai tucson" "hyundai kona" "renault zoe" "renault scenic" "toyota tacoma" "toyota tundra" "dodge ram" "grand cherokee" "model 3" "model y" "tata nexon" "maruti suzuki" "mini countryman" "smart fortwo" "e golf" "id 3" "id 4"
engine_kind < car: tdi tsi tfsi hdi dci cdti gti awd cabriolet
motorbike_make < motorbike: aprilia "triumph bonneville" "triumph tiger" "bmw gs" "honda cb" "honda pcx" "honda africa twin" "yamaha mt" "yamaha tracer" "moto guzzi" "suzuki gsx" "suzuki v strom" "harley davidson" husqvarna piaggio bajaj
bicycle_make < bicycle: ribble cervelo pinarello colnago orbea triban rockrider vanmoof dahon koga batavus kalkhoff "trek domane" "trek emonda" "trek marlin" "trek fx" "trek checkpoint" "trek madone" "trek bike" "specialized allez" "specialized tarmac" "specialized diverge" "specialized sirrus" "giant defy" "giant tcr" "giant revolt" "giant escape" "giant contend" "canyon endurace" "canyon grizl" "canyon grail" "canyon ultimate" "cube attain" "cube reaction" "cube nuroad" "scott addict" "scott spark" "tern gsd" "tern hsd" surly "marin bikes" "genesis croix"
bike_parts_make < bike_things: shimano ultegra sram schwalbe campagnolo groupset "gp 5000" "continental gp" "marathon plus" tubeless
tyre_make < car_parts: pirelli bridgestone goodyear hankook nokian kumho "michelin crossclimate" "michelin pilot" "continental tyres" "dunlop tyres"
electric_guitar < guitar: stratocaster telecaster "les paul" epiphone ibanez gretsch rickenbacker "gibson sg" "gibson es" "fender strat" "fender tele" "prs se" squier "electric guitar"
acoustic_guitar < guitar: takamine "taylor gs" "martin d" "martin guitar" "yamaha fg" "yamaha c40" "acoustic guitar" "classical guitar" "nylon strings"
bass_make < bass_guitar: "bass guitar" bass basses "fender jazz" "jazz bass" "precision bass" "p bass" "j bass" "yamaha bb" "yamaha trbx" "ibanez sr" "music man" "warwick bass" hofner "sire marcus" "electric bass"
digital_piano < piano: clavinova kawai steinway bechstein bosendorfer "yamaha p" "yamaha u1" "yamaha dgx" "roland fp" "roland juno" "casio privia" "casio ct" "casio cdp" "nord stage" "nord piano" korg "digital piano" "stage piano"
instrument_strings < instrument: "guitar strings" "bass strings" "violin strings" "viola strings" "cello strings" "string gauge" "gauge of strings" strings thomastik pirastro d'addario "ernie ball" obligato dominants "elixir strings"
drum_make < drums: zildjian sabian paiste "pearl export" "tama drums" "ludwig drums" "roland td" cymbal cymbals snare
wind_reeds < instrument: reeds vandoren "rico reeds" mouthpiece embouchure
clarinet_make < clarinet: "buffet r13" "buffet crampon" "buffet e11" "yamaha ycl"
saxophone_make < saxophone: yanagisawa "yamaha yas" "selmer mark" "selmer super"
brass_make < trumpet: flugelhorn "bach stradivarius" "yamaha ytr" euphonium
flute_make < flute: "pearl flute" "yamaha yfl"
instrument_make < instrument: yamaha fender casio
sewing_machine < sewing appliance: "sewing machine" "sewing machines" overlocker serger bernina pfaff janome juki "husqvarna viking" "singer heavy" "singer tradition" "singer 4423" "brother innov" "brother cs" "brother sewing" "sew on" "walking foot" "presser foot"
pen_make < stationery: lamy pelikan montblanc kaweco twsbi staedtler "faber castell" "fountain pen" ballpoint biro nib nibs "parker jotter" "parker pen" "pilot metropolitan" "pilot g2" "pilot kakuno" "platinum preppy" "uni ball" "muji pen"
running_shoe_make < running_shoes: asics hoka saucony mizuno "brooks ghost" "brooks adrenaline" "brooks glycerin" "new balance" "nike pegasus" "nike vomero" "nike zoom" "gel nimbus" nimbus kayano "gel kayano" "adidas boston" adizero "salomon speedcross" altra "on cloud"
trainer_make < trainers: converse adidas nike puma reebok "vans old" "air max" "air force" "stan smith" sneakers
boot_make < boots: blundstone timberland "dr martens" "doc martens" "red wing" meindl lowa scarpa "hiking boots" wellingtons wellies
climbing_shoes < climbing shoe: "la sportiva" "climbing shoes" evolv tenaya "five ten"
sandal_make < sandals: birkenstock birkenstocks crocs teva havaianas
appliance_make < appliance: bosch siemens miele balay aeg electrolux zanussi beko whirlpool hotpoint indesit smeg neff gorenje liebherr haier grundig frigidaire maytag kenmore kitchenaid "fisher and paykel" bauknecht lg
oven_make < oven: smeg neff aga rayburn "gas hob" "induction hob" "fan oven" broiler
fridge_make < fridge: liebherr smeg "american fridge" "fridge freezer" "chest freezer"
washer_make < washing_machine: "spin cycle" "front loader" "top loader" "washer drum" "serie 6 washer"
coffee_make < coffee_machine: delonghi gaggia rancilio krups bialetti "moka pot" "sage barista" "jura e8" "breville barista" aeropress tassimo "dolce gusto" lavazza
mixer_make < blender: kitchenaid vitamix nutribullet thermomix "kenwood chef" magimix cuisinart
vacuum_make < vacuum: roborock roomba "henry hoover" "dyson v" "miele c3" "shark vacuum"
boiler_make < heating: vaillant viessmann baxi junkers buderus rheem rinnai "worcester bosch" "ideal logic" ariston daikin
tool_make < tool: makita dewalt ryobi festool stihl leatherman husqvarna "black and decker" "bosch professional" bosch metabo hilti chainsaw "swiss army"
tent_make < camping: hilleberg vango "msr hubba" "big agnes" jetboil trangia thermarest primus
rucksack_make < backpack: deuter "osprey atmos" "osprey farpoint" fjallraven kanken eastpak herschel "tom bihn"
ski_make < skiing: rossignol volkl "salomon qst" "fischer skis" nordica "k2 skis" "atomic redster"
racket_make < tennis: babolat "wilson blade" "wilson clash" "pure drive" "head speed" "head radical" stringing
badminton_make < badminton: yonex astrox nanoflare
golf_make < golf: titleist callaway taylormade "ping g"
fishing_make < fishing: daiwa "abu garcia" "shimano reel" lures waders
pram_make < baby_things: bugaboo stokke uppababy babyzen maclaren
car_seat_make < car_seat: cybex britax "maxi cosi" isofix graco
yarn_make < knitting: malabrigo "drops yarn" merino aran "double knit" "circular needles" knitpro
games_console_make < games_console: ps4 ps5 "xbox series" "switch oled" "switch lite" "quest 3" "quest 2" "steam deck" "game boy"
mattress_make < bed: tempur "emma mattress" "casper mattress" "memory foam" "box spring"
bank_of_north_america < bank: "td canada" "royal bank" scotiabank "bank of montreal" tangerine "capital one" "ally bank" citibank schwab
bank_of_europe < bank: bbva caixabank sabadell openbank "abn amro" commerzbank comdirect dkb swedbank nordea "danske bank" "credit agricole" "bnp paribas" boursorama intesa unicredit alior natwest "first direct" "tesco bank"
bank_of_asia_pacific < bank: commbank westpac anz nab "bank of new zealand" kiwibank hdfc icici sbi dbs ocbc maybank mufg
phone_company < sim_card: o2 "ee contract" "three mobile" lebara lycamobile "mint mobile" verizon "at and t" "t mobile" simyo movistar optus telstra jio airtel "bell mobility" telus "virgin mobile" voxi smarty "sky mobile" congstar
internet_company < wifi_extra: comcast xfinity "virgin media" "bt broadband" talktalk plusnet netia starlink "deutsche glasfaser" "sky broadband" "spectrum internet" ftth
insurance_company < insurance: allianz axa aviva "direct line" geico "state farm" mapfre generali zurich pzu "mutua madrilena" "hastings direct" "lv insurance" aami nrma
`
