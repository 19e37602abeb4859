export declare function blocking(text: string): string
