export declare function generated(): { path: string; text: string }[]
