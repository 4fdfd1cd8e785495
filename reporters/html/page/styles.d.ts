// Style sheets are imported for the bundler to collect.
declare module '*.css' {}
