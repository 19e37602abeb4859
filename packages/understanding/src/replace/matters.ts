/* Matters of which a person has one state at a time; see `states.ts`. */

export const HAIR_COLOURS = 'black brown blonde blond red ginger grey gray white pink blue green purple auburn'
  .split(' ')
  .map(
    (colour) =>
      [
        colour.replace('gray', 'grey').replace(/blond$/, 'blonde'),
        new RegExp(
          `\\b${colour}(?: \\w+)? hair\\b|\\bhair (?:(?:is|was|back|now|to|dyed|again|short|and|it) )*${colour}\\b|\\b(?:dyed|coloured|colored|bleached) (?:it|(?:my|her|his) hair) ${colour}\\b`,
        ),
      ] as const,
  )

/** Whether a person has an animal. */
export const PETS = [
  'pet',
  'pet pets animal animals cat dog kitten puppy rabbit hamster parrot budgie tortoise canary bunny bird',
  [
    [
      'no',
      /^(?:(?:i|we) )?(?:(?:do|does) not (?:have|own|keep) (?:any |an? )?|(?:(?:have|has|keep|keeps|there are|there is) )?no )(?:pets?|animals?|cats? or dogs?|dogs? or cats?)\b(?! (?:hair|allerg|food|shop))/,
    ],
    [
      'yes',
      /^(?:(?:i|we|she|he) )?(?:(?:have|has|just|now|finally|recently) )*(?:got|adopted|bought|took in|taken in|rescued|picked up|owns?|have|has|keeps?) (?:myself |herself |himself |ourselves )?(?:an?|two|three) (?:[a-z-]+ ){0,3}?(?:cat|dog|kitten|puppy|rabbit|hamster|parrot|budgie|tortoise|canary|bunny|bird)s?(?=$|[,.;:!(]| (?:named|called|from|and|who|that|which|with|last|this|yesterday|today|recently|now|again|as|of (?:my|our|her|his) own|in (?:spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|\d))\b)/,
    ],
  ],
] as const
