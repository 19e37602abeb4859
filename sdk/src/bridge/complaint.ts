/** What went wrong, in a sentence for the person at the terminal that says what to do. It never holds a secret. */
export class Complaint extends Error {}
