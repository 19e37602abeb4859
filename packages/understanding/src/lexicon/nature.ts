/** Nature, plants, weather and the environment. */
export const NATURE = `
nature: nature natural wilderness outdoors outdoor outdoorsy
plant < nature: plant plants planted planting botanical potted seedling
flower < plant: flower flowers blossom petals floral dahlias bulb bulbs tuber tubers perennial perennials annuals bloom blooms blooming
rose_flower < flower: "red roses" roses rosebush
tulip < flower: tulip tulips daffodil daffodils crocus hyacinth
sunflower < flower: sunflower sunflowers
lily < flower: orchid orchids "water lily"
other_flower < flower: peony peonies carnation dahlia hydrangea geranium snowdrop bluebell dahlias hydrangeas geraniums hostas hosta pansies chrysanthemum begonia fuchsia marigold marigolds irises iris carnations petunia petunias foxglove lupins snowdrops
lavender < plant: lavender
tree < plant: tree trees oak birch willow beech poplar maple oaks birches elm ash sapling saplings "plant a tree" pines cypress
conifer < tree: pine spruce fir conifer cedar
fruit_tree < tree: orchard "apple tree" "cherry tree" "fruit trees" "apple trees" "plum tree" "plum trees" "pear tree" "pear trees" "cherry trees" "fruit tree" "lemon tree" "fig tree" orchards "grow fruit" "grows fruit" "fruit growing" "olive trees"
palm_tree < tree: "palm tree" "palm trees"
bush < plant: shrub shrubs hedge bushes ivy rosebush boxwood laurel hedges bush
grass < plant: grass lawn meadow lawns turf
weed_plant < plant: weeds nettles dandelion thistle weed bindweed nettle knotweed
poisonous_plant < plant: "poison ivy" "poisonous plant"
forest < nature: forest forests woodland "in the woods" "the woods"
river < nature: river rivers riverside canal waterfall thames
sea < nature: sea ocean atlantic pacific mediterranean tide waves
volcano < nature: volcano lava geyser
cave < nature: cave caves
glacier < nature: glacier iceberg
space: space planet planets moon mars galaxy astronaut "outer space"
star < space: stars constellation "shooting star" "milky way" comet
sun < space: sun sunlight sunshine sunset sunrise
fossil < nature: fossil fossils crystal crystals
weather: weather forecast climate meteorological storms showers temperature humid hailstorm levante "heat wave" rainstorm monsoon gales "cold snap" "what weather"
sunny < weather: sunny sunshine sun cloudless "sunny days"
rain < weather: rain raining rainy drizzle downpour rainfall wet monsoon pouring showers soaked
snow < weather: snow snowing snowy snowfall blizzard snowman sleet
ice < weather: ice icy frost frosty frozen freezing hail hailstones hailstorm "black ice" frosts icicles
wind < weather: wind windy breeze gale gust levante mistral sirocco foehn gusts gales breezy "north wind" tramontana
storm < weather: storm stormy thunderstorm thunder lightning hurricane tornado typhoon cyclone thunderstorms storms thunderclap gales "thunder and lightning"
fog < weather: fog foggy mist misty haze
cloud < weather: cloud clouds cloudy overcast
heat < weather: heat hot heatwave scorching warm humid humidity sweltering "hot weather" "hot days" muggy "in the heat"
cold_weather < weather: cold freezing "below zero" cool "feels the cold" chilly "cold hands" frosty
temperature < weather: temperature celsius fahrenheit
natural_disaster < weather: earthquake flood flooded flooding tsunami avalanche wildfire drought landslide
environment < nature: environment environmental sustainability sustainable ecological "eco friendly" biodiversity "nature conservation"
climate_change < environment: emissions "climate change" "global warming" "carbon footprint" "net zero"
pollution < environment: pollution polluted smog "air quality"
plastic_waste < environment: "single use" "zero waste" "plastic free" "plastic waste"
fire < nature: fire flames campfire bonfire
water_nature < nature: geyser "hot spring" "hot springs"
air < nature: air "fresh air" oxygen
soil < nature: soil mud muddy "potting soil"
animal_nuisance < garden_pest: "animals in the garden" "damage to the garden" "dig up" "digging up" "dug up"
`
