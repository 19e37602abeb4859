/** Clothes, shoes, sizes, jewellery, materials and colours. */
export const CLOTHING = `
clothes: clothes clothing outfit garment wardrobe wear wearing wore attire apparel
clothing_size < clothes: "clothing size" "clothes size" "dress size" "shirt size" "size medium" "size small" "size large" "size xl" "extra large" "hat size" "glove size" "trouser size" "bra size" "jacket size" "collar size" "waist size" "inside leg" "size am"
shoe_size < shoe: "shoe size" "size shoe" "size shoes" "uk size" "eu size" "wide feet" "size in shoes" "shoes size" "size are my shoes"
shirt < clothes: shirt shirts blouse collar
tshirt < shirt: tshirt tshirts "t shirt" "t shirts" "polo shirt" "tank top"
jumper < clothes: jumper sweater pullover cardigan hoodie sweatshirt fleece jumpers sweaters cardigans wool hoodies pullovers
trousers < clothes: trousers pants chinos slacks leggings corduroys
jeans < trousers: jeans denim
shorts < clothes: "wear shorts" "wears shorts" "wearing shorts" "pair of shorts" "cargo shorts"
dress_clothes < clothes: gown "evening dress" dresses "summer dress" frock dress
skirt < clothes: skirt skirts
suit < clothes: suit tuxedo blazer waistcoat "dinner jacket"
tie < clothes: "bow tie" necktie cufflinks
coat < clothes: coat coats parka overcoat anorak "winter coat"
jacket < clothes: jacket jackets "leather jacket" windbreaker gilet
raincoat < coat rain: raincoat mackintosh waterproofs poncho "rain jacket"
underwear < clothes: underwear underpants boxers knickers panties lingerie "boxer shorts"
bra < underwear: bra bras "bra size" brassiere
socks < clothes: sock socks tights
pyjamas < clothes: pyjamas pajamas nightgown nightie "dressing gown" bathrobe
swimwear < clothes swimming: swimsuit bikini swimwear "swimming trunks" "bathing suit" "swimming costume"
sportswear < clothes sport: tracksuit sportswear leotard "sports bra" "gym clothes" lycra
hat < clothes: hat hats beanie beret headscarf "baseball cap" trilby fedora panama "bobble hat" headgear
scarf < clothes: scarf scarves shawl
gloves < clothes: glove gloves mittens mitten gauntlets
belt < clothes: belt belts suspenders
headscarf < clothes islam: hijab niqab burka
costume < clothes: costume "fancy dress" "halloween costume" cosplay
shoe < clothes: shoe shoes footwear shoelace insoles
trainers < shoe: sneakers sneaker "tennis shoes" "new trainers" "pair of trainers" "running trainers" "white trainers"
running_shoes < shoe running: "running shoes" "running shoe" asics brooks saucony hoka nike adidas "running trainers" "trail shoes" "new balance"
boots < shoe: boot boots wellies "hiking boots" "walking boots" "rubber boots"
high_heels < shoe: heels stilettos "high heels" pumps
sandals < shoe: sandal sandals "flip flops" birkenstocks
slippers < shoe: slipper slippers
shoe_repair < shoe repair: cobbler
laundry_care < laundry clothes: "delicate wash" "hand wash" shrunk stain stained
sewing < crafts: sew sewing sewn stitch needlework "sewing machine" hem
tailoring < clothes: tailor "made to measure" alteration alterations bespoke
fashion < clothes: fashion fashionable stylish style trendy vogue
brand_clothes < fashion: zara gucci prada nike adidas uniqlo
second_hand_clothes < second_hand clothes: vinted "charity shop" "thrift store" "second hand clothes" thrifting
jewellery < fashion: jewellery jewelry jewel gemstone
ring < jewellery: "engagement ring" "wedding ring" "gold ring" "diamond ring" rings
ring_size < ring: "ring size" "size of ring" "size ring" "ring finger size" "size of my ring"
necklace < jewellery: necklace pendant locket brooch
earring < jewellery: earring earrings "pierced ears"
bracelet < jewellery: bracelet bangle anklet
watch < jewellery: wristwatch rolex "wrist watch" "luxury watch"
diamond < jewellery: diamond sapphire emerald
handbag < bag: handbag purse clutch "hand bag" "shoulder bag"
bag < fashion: bag bags tote satchel
backpack < bag: backpack rucksack
wallet < bag: wallet billfold
umbrella < rain: umbrella parasol
material: material fabric textile
cotton < material: cotton linen
wool < material: wool woollen woolen cashmere merino fleece woollens wools
silk < material: silk satin velvet lace
leather < material: leather suede
fur < material: fur mink
synthetic < material: polyester nylon polyamide synthetic
wood < material: wood wooden oak pine timber
metal < material: metal steel aluminium aluminum copper brass "cast iron" "wrought iron"
gold < metal: gold golden
silver < metal: silver platinum
glass_material < material: ceramic porcelain "made of glass" "stained glass"
plastic < material: plastic tupperware
stone_material < material: marble granite concrete brick
colour: colour color colours colors coloured colored shade
red < colour: red crimson scarlet maroon burgundy
blue < colour: blue navy azure indigo
light_blue < blue: turquoise teal "light blue" "sky blue" aqua
green < colour: green emerald khaki "olive green" "lime green"
yellow < colour: yellow
orange_colour < colour: orange
purple < colour: purple lilac lavender mauve
pink < colour: pink magenta fuchsia
brown < colour: brown beige tan
black < colour: black
white < colour: white ivory
grey < colour: grey gray charcoal
colourful < colour: colourful colorful rainbow multicoloured pastel
pattern: striped stripes floral tartan patterned plaid
`
