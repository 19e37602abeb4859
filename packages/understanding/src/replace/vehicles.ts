/** What is driven as a job, for an operator: "the 33 bus", "a forklift at Inditex". */
const OF_WORK =
  /^(?:(?:company|hire|rental|loan|courtesy|pool) |(?:(?!(?:to|from|for|with|past|into)\b)[\p{L}\d'’-]+ ){0,4}?(?:(?<!\b(?:vw|volkswagen|camper|party) )bus(?:es)?|(?<!\b(?:vw|volkswagen) )minibus(?:es)?|coach(?:es)?|trams?|trolleybus(?:es)?|streetcars?|trains?|locomotives?|metros?|subway|tube|monorail|lorry|lorries|(?<!\bpickup )(?<!\bpick-up )trucks?|18-wheelers?|semis?|semi-trailers?|tankers?|hgvs?|artics?|juggernauts?|rigs?|taxis?|cabs?|minicabs?|rickshaws?|tuk-?tuks?|matatus?|jeepneys?|ambulances?|fire engines?|hearses?|forklifts?|fork-lifts?|reach trucks?|pallet trucks?|tractors?|combines?|harvesters?|diggers?|excavators?|bulldozers?|backhoes?|loaders?|dump(?:er|ers)|cranes?|steamrollers?|snowploughs?|snowplows?|gritters?|tanks?|sweepers?|zambonis?|limos?|limousines?|shuttles?|(?:delivery|mail|post|courier|bread|milk|ice-cream|prison|police|removals?|moving|library|patrol) (?:van|car|float)s?|milk floats?|carts?|carriages?|sleighs?|sledges?|hard bargain|golf buggy|bumper cars?|simulators?|route|line)\b(?! beetle)|\d+\w?$)/u
const FOR_WORK =
  / (?:for (?:work|a living|a (?:firm|company|courier|bakery|charity)|(?:the|my|her|his) (?:county|city|council|company|firm|school|nhs|hospital|post office|army|government|state|depot|employer|boss|restaurant|bakery|charity|team|agency|embassy|minister|ambassador|ceo|family i)|dhl|ups|fedex|amazon|dpd|hermes|evri|gls|yodel|uber|lyft|bolt|grab|ocado|tesco)|at work|on the job)\b/

/** Whether the vehicle that a predicate says is driven is that of a job, and not the person's own. Lower case, from the verb on. */
export function isVehicleOfWork(text: string): boolean {
  const driven = /^(?:drives?|driving) (?:around (?:in )?)?(?:(?:an?|my|his|her|our|the|their) )?(?<what>.+)$/.exec(
    text,
  )?.groups?.what
  return driven !== undefined && (OF_WORK.test(driven) || FOR_WORK.test(text))
}
