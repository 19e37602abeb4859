/** Names of what a person's health can depend on: a word that is missing does not end it. */
export const HEALTH_WORDS =
  /\b(?:allerg\w*|intoleran\w*|medicines?|medication|insulin|tablets?|pills?|inhaler|epi-?pen|dose|doses|drops|injections?|capsules?|vitamins?|iron|mg|ml|units|antibiotics|painkillers?|pacemaker|oxygen)\b/
