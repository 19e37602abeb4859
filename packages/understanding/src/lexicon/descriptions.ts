/** Capitalised words that describe a person and do not name one: "My husband is Norwegian". */
export const DESCRIPTIONS: ReadonlySet<string> = new Set(
  (
    'afghan african albanian algerian american arab argentine argentinian armenian asian australian austrian azerbaijani ' +
    'bangladeshi basque belarusian belgian bolivian bosnian brazilian british bulgarian cambodian cameroonian canadian ' +
    'catalan chilean chinese colombian congolese cornish croatian cuban cypriot czech danish dominican dutch ecuadorian ' +
    'egyptian english eritrean estonian ethiopian european filipino finnish flemish french galician georgian german ' +
    'ghanaian greek guatemalan haitian hispanic hungarian icelandic indian indonesian iranian iraqi irish israeli italian ' +
    'ivorian jamaican japanese jordanian kazakh kenyan korean kosovan kurdish latino latina latvian lebanese libyan ' +
    'lithuanian luxembourgish macedonian malaysian maltese maori mexican moldovan mongolian moroccan mozambican nepalese ' +
    'nepali nicaraguan nigerian norwegian pakistani palestinian panamanian paraguayan persian peruvian polish portuguese ' +
    'punjabi romanian russian rwandan sami sardinian saudi scandinavian scottish senegalese serbian sicilian singaporean ' +
    'slovak slovakian slovene slovenian somali spanish sudanese swedish swiss syrian taiwanese tamil tanzanian thai ' +
    'tibetan tunisian turkish ugandan ukrainian uruguayan uzbek venezuelan vietnamese welsh yemeni zambian zimbabwean ' +
    'anglican atheist baptist buddhist catholic christian evangelical hindu jain jewish lutheran methodist mormon muslim ' +
    'orthodox protestant quaker sikh sunni shia aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn ' +
    'aquarius pisces deaf autistic vegan siamese bengal ragdoll labrador poodle beagle'
  ).split(' '),
)
