/** A point's material: colour (linear), small relief, wetness and depth of subsurface light. */
struct Mat { vec3 col; float bump; float gloss; float glow; };

Mat blend(Mat a, Mat b, float t) {
  return Mat(mix(a.col, b.col, t), mix(a.bump, b.bump, t), mix(a.gloss, b.gloss, t), mix(a.glow, b.glow, t));
}

const vec3 MARBLE = vec3(.86, .62, .50);

/** The white net between the bundles of a muscle: thin, branching, here and there. */
float net(vec2 q, float scale, float width, float presence, float seed) {
  float e = cells(stir(stir(q * scale, 1.1, .45, seed), 4., .10, seed + 6.), seed).y;
  float there = noise(q * scale * .40, seed + 3.) * .75 + noise(q * scale * 1.5, seed + 4.) * .45;
  float w = width * smoothstep(-presence, .9 - presence, there);
  return (1. - smoothstep(w * .1, w + .03, e)) * smoothstep(.01, .07, w);
}

/** Small drops of fat among the bundles, drawn out along the fibres. */
float flecks(vec2 q, float freq, float amount, float seed) {
  float n = noise(stir(q * vec2(.62, 1.) * freq, 1.3, .3, seed), seed + 1.);
  return smoothstep(.62 - .45 * amount, .95 - .45 * amount, n + .35 * noise(q * freq * .23, seed + 2.));
}

/**
 * Lean meat. Fibres run at `angle`; `stretch` is 1 where they are cut across and 5 to 9 where they
 * are seen lengthwise; `marble` 0 to 1; `tone` 0 for dark and 1 for bright muscle.
 */
Mat muscle(vec2 p, float seed, float angle, float stretch, float marble, float tone) {
  vec2 q = rot(angle) * p;
  q = stir(q, 2.2, .05, seed);
  q = stir(q, 9., .014, seed + 9.);
  vec2 g = q * vec2(1. / stretch, 1.);
  vec3 bundle = cells(stir(g * 27., 1.2, .25, seed), seed + 1.);
  vec3 fine = cells(g * 80., seed + 2.);
  float cloud = fbm(p * 2.4, seed + 30., 4), grain = fbm(g * 42., seed + 31., 3);
  float v = .46 + .85 * cloud + .20 * (bundle.z - .5) + .4 * (tone - .5) + .15 * (fine.z - .5) + .35 * grain;
  vec3 col = mix(vec3(.175, .006, .012), vec3(.46, .026, .026), clamp(v, 0., 1.));
  col = mix(col, vec3(.50, .075, .055), .38 * smoothstep(.0, .6, fbm(p * 3.7, seed + 50., 4)));
  col = mix(col, vec3(.56, .15, .12), .25 * (1. - smoothstep(.0, .16, bundle.y)));
  col *= 1. - .20 * (1. - smoothstep(0., .25, fine.y));
  vec2 m = q * vec2(1. / (1. + .30 * (stretch - 1.)), 1.);
  float lots = clamp(marble * 1.16 + .05 + .30 * fbm(p * 2.1, seed + 70., 3), 0., 1.1) * smoothstep(0., .12, marble);
  float white = 0.;
  vec4 nets[3] = vec4[3](vec4(4.6, .085 * lots + .01, .62 * lots - .42, 1.), vec4(9.5, .15 * lots, .62 * lots - .36, .92),
                         vec4(21., .22 * lots, .66 * lots - .32, .78));
  for (int i = 0; i < 3; i++) white = max(white, nets[i].w * net(m, nets[i].x, nets[i].y, nets[i].z, seed + 61. + float(i)));
  white = max(white, .80 * flecks(m, 34., lots * .72, seed + 64.));
  white = max(white, .85 * flecks(m, 17., lots * .55, seed + 65.));
  col = mix(col, MARBLE, .88 * white);
  float bump = (.0006 + .00035 * min(stretch - 1., 3.)) * smoothstep(0., .5, bundle.y) + .0005 * smoothstep(0., .4, fine.y);
  bump += .016 * cloud + .0016 * grain + .0022 * white + .0042 * fbm(p * 11., seed + 8., 3);
  return Mat(col, bump, mix(1., .6, white), mix(.75, 1., white));
}

/** Hard outer fat: creamy, faintly lobed, rosy where it lies thin. */
Mat fat(vec2 p, float seed) {
  vec2 q = stir(stir(p, 5., .05, seed), 19., .012, seed + 7.);
  vec3 lobe = cells(q * 15., seed + 1.);
  float cloud = fbm(q * 3.4, seed + 2., 4), grain = fbm(p * 40., seed + 3., 3);
  vec3 col = mix(vec3(.72, .49, .32), vec3(.83, .66, .49), clamp(.5 + .8 * cloud + .25 * (lobe.z - .5) + .3 * grain, 0., 1.));
  col = mix(col, vec3(.70, .33, .25), .55 * smoothstep(.08, .6, fbm(q * 4., seed + 4., 4)));
  col = mix(col, vec3(.64, .33, .25), .16 * (1. - smoothstep(0., .08, lobe.y)));
  float bump = .0016 * smoothstep(0., .4, lobe.y) + .012 * cloud + .0018 * grain + .004 * fbm(p * 14., seed + 5., 3);
  return Mat(col, bump, .6, 1.);
}

/** The thin skin between two muscles: a line of fat that swells and thins. */
float seamOf(vec2 p, float d, float width, float seed) {
  float w = width * (.55 + .75 * noise(p * 5., seed) + .3 * noise(p * 17., seed + 1.));
  return 1. - smoothstep(w * .5, w + .006, abs(d));
}

/** A sawn bone: a pale hard rim, `rim` wide, about a spongy rosy inside. d is to its outline. */
Mat sawnBone(vec2 p, float d, float rim, float seed) {
  vec2 q = stir(stir(p, 9., .03, seed), 40., .006, seed + 3.);
  vec3 pore = cells(q * 95., seed);
  float cloud = fbm(p * 6., seed + 1., 4);
  float hole = (1. - smoothstep(.1, .45, pore.x)) * smoothstep(-.35, .35, cloud + .5 * (pore.z - .5));
  vec3 sponge = mix(vec3(.74, .53, .39), vec3(.50, .20, .145), smoothstep(-.35, .6, cloud + .25 * noise(p * 30., seed)));
  sponge = mix(sponge, vec3(.30, .055, .045), .7 * hole);
  float in_ = smoothstep(-rim * .5, -rim * 1.4, d + .012 * noise(p * 14., seed + 2.));
  vec3 hard = mix(vec3(.80, .68, .53), vec3(.72, .53, .39), .5 + .5 * cloud);
  return Mat(mix(hard, sponge, in_), mix(.006, -.003 * hole, in_), mix(.4, .45, in_), .6);
}

/** A scraped bone from outside: ivory, with streaks along x. */
Mat ivory(vec2 p, float seed) {
  float streak = fbm(p * vec2(5., 40.), seed, 4), cloud = fbm(p * vec2(4., 7.), seed + 1., 4);
  vec3 col = mix(vec3(.56, .385, .255), vec3(.77, .645, .485), clamp(.5 + .7 * streak + .7 * cloud, 0., 1.));
  col = mix(col, vec3(.50, .15, .11), .65 * smoothstep(.10, .55, fbm(p * vec2(4., 15.), seed + 2., 4)));
  return Mat(col, .006 * streak + .006 * cloud, .45, .6);
}

Mat marrow(vec2 p, float seed) {
  float cloud = fbm(p * 8., seed, 4), grain = noise(p * 70., seed + 1.);
  vec3 col = mix(vec3(.68, .38, .26), vec3(.80, .56, .41), clamp(.5 + .9 * cloud, 0., 1.));
  col = mix(col, vec3(.66, .24, .19), .6 * smoothstep(.05, .5, fbm(p * 11., seed + 2., 3)));
  return Mat(col, .006 * cloud + .001 * grain, .65, 1.);
}

// Paints a material over m by t; skips the computation where it does not show.
#define PAINT(m, t, mat) { float t_ = t; if (t_ > .002) m = blend(m, mat, t_); }
