// with: prime-rib-roast striploin-steak
// A kitchen's order: a roast, and steaks cut to one thickness, laid out in rows to be counted.
void cut(vec2 p, inout Spot s) {
  PLACE(prime_rib_roast, vec2(-.72, .06), .10, .56)
  PLACE(striploin_steak, vec2(.28, .58), .05, .33)
  PLACE(striploin_steak, vec2(.96, .57), -.03, .33)
  PLACE(striploin_steak, vec2(.27, .03), .01, .33)
  PLACE(striploin_steak, vec2(.95, .02), .06, .33)
  PLACE(striploin_steak, vec2(.28, -.53), -.03, .33)
  PLACE(striploin_steak, vec2(.96, -.53), .03, .33)
}
