---
title: Our Profile
canonical_url: https://site.example/our-profile/
tokens: 636
---

# Our Profile

> For the complete index of this site, see [llms.txt](https://site.example/llms.txt); every page is listed in the [sitemap](https://site.example/sitemap.md).

![](https://site.example/wp-content/uploads/aboutus.png)

## About Us

K.M.Dastur was founded in 1973 by the late Mr. K.M.Dastur, erstwhile Country Head of Norwich Union Insurance Company. We are a leading insurance and reinsurance broker in Asian, African and Middle Eastern markets for General & Life Insurance across all classes of Property, Marine, Energy, Oil & Gas, Aviation, Life & Health, Motor and specially designed categorised solutions.

KMD is focussed on developing strong regional and international partnerships to facilitate the exchange of ideas, solutions & expertise.

KMD has, through these close relationships, introduced innovative and efficient solutions which has greatly assisted choice.

The company has approximately 500 experienced and qualified employees committed to providing an uncompromising service.

We are proud members of

- Indian Merchants’ Chamber
- Bombay Chamber of Commerce & Industry
- Authorized and Regulated by the Insurance Regulatory and Development Authority of India (IRDAI) under Composite Broker Licence No. 108. Valid from 30.01.2024 to 29.01.2027

## Quality Policy

K.M. Dastur is committed to satisfy & delight customers by meeting requirements through timely, error free and courteous services and to continually improve the effectiveness of its processes. This is achieved through statutory compliances.

## Our Vision

KMD will be recognized as the best professional services company in the insurance industry worldwide.

## Our MISSION

To render professional services of the highest order and be recognized as a professional company that consistently exceeds the expectations of our clients and our people through commitment to learning, integrity and hard work.

![](https://site.example/wp-content/uploads/statement.png)

## KEY HIGHLIGHTS

As an independent specialist broker, we have the freedom to function in a flexible and adaptable manner, provide an uncompromising level of service, and as a result, find the optimum risk solution for clients.

We offer a range of services in risk management, through the arrangement and placement of insurance, traditional reinsurance and specialized risk transfer structures.

We have structured large automatic and flexible reinsurance capacity across all classes of risk.

We have a total strength of approximately 500 staff, consisting of specialized personnel, highly qualified and experienced in various classes of (re)insurance broking and advisory services for both non-life and life classes.

KMD have well established relationships with top rated (re)insurers and are continually strengthening their relationships with (re)insurers worldwide.

KMD is ISO 9001:2015 certified by TUV NORD.

## why consider KMD for your (re)insurance needs?

[Why Us](https://site.example/why-us/)
