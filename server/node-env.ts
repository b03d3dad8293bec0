// React and better-auth read NODE_ENV while they are imported, and default to development, so the
// process entry imports this file before everything else.
process.env.NODE_ENV ||= "production";
