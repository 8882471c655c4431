"""References that several procedures share.

Each begins with its authors and the year in brackets, which is how it is cited.
"""

from __future__ import annotations

MCNEMAR = "McNemar (1947), Psychometrika 12, 153-157"
FAGERLAND = "Fagerland, Lydersen and Laake (2013), BMC Med. Res. Methodol. 13, 91"
DIXON = "Dixon and Mood (1946), J. Am. Stat. Assoc. 41, 557-566"
WILCOXON = "Wilcoxon (1945), Biometrics Bulletin 1, 80-83"
TANGO = "Tango (1998), Stat. Med. 17, 891-908"
FARRINGTON = "Farrington and Manning (1990), Stat. Med. 9, 1447-1454"
STUDENT = "Student (1908), Biometrika 6, 1-25"
WELCH = "Welch (1947), Biometrika 34, 28-35"
FISHER = "Fisher (1935), The design of experiments, section 21"
PITMAN = "Pitman (1937), J. R. Statist. Soc. Suppl. 4, 119-130"
LIANG = "Liang and Zeger (1986), Biometrika 73, 13-22"
BELL = "Bell and McCaffrey (2002), Surv. Methodol. 28, 169-181"
MILLER = "Miller (2024), Adding error bars to evals, arXiv:2411.00640"
EFRON_1979 = "Efron (1979), Ann. Stat. 7, 1-26"
EFRON_1987 = "Efron (1987), J. Am. Stat. Assoc. 82, 171-185"
HALL = "Hall (1988), Ann. Stat. 16, 927-953"
EFRON_TIBSHIRANI = "Efron and Tibshirani (1993), An introduction to the bootstrap, section 16.4"
RIEZLER = "Riezler and Maxwell (2005), Proc. ACL workshop on evaluation measures, 57-64"
DAVISON = "Davison and Hinkley (1997), Bootstrap Methods"
OWEN = "Owen (2007), Ann. Appl. Stat. 1, 386-411"
TUKEY = "Tukey (1958), Ann. Math. Stat. 29, 614"
KOEHN = "Koehn (2004), Proc. EMNLP, 388-395"
WEIN = "Wein, Homan, Aroyo and Welty (2023), Findings of ACL"
CARD = (
    "Card, Henderson, Khandelwal, Jia, Mahowald and Jurafsky (2020), With little power comes great "
    "responsibility, Proc. EMNLP"
)
AZER = (
    "Sadeqi Azer, Khashabi, Sabharwal and Roth (2020), Not all claims are created equal, Proc. ACL"
)
HOWCROFT = "Howcroft and Rieser (2021), Proc. EMNLP"
GELMAN = "Gelman and Carlin (2014), Perspect. Psychol. Sci. 9, 641-651"
LAN = "Lan and DeMets (1983), Biometrika 70, 659-663"
KRUSCHKE_2018 = "Kruschke (2018), Adv. Methods Pract. Psychol. Sci. 1, 270-280"
DICKEY = "Dickey (1971), Ann. Math. Stat. 42, 204-223"
HOFFMAN = "Hoffman and Gelman (2014), J. Mach. Learn. Res. 15, 1593-1623"
VEHTARI = "Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021), Bayesian Anal. 16, 667-718"
BATES = "Bates, Maechler, Bolker and Walker (2015), J. Stat. Softw. 67(1), 1-48"
KUZNETSOVA = "Kuznetsova, Brockhoff and Christensen (2017), J. Stat. Softw. 82(13), 1-26"
HOTHORN = "Hothorn, Bretz and Westfall (2008), Biometrical Journal 50, 346-363"
FAI = "Fai and Cornelius (1996), J. Stat. Comput. Simul. 54, 363-378"
MCCULLAGH = "McCullagh (1980), J. R. Statist. Soc. B 42, 109-142"
POST = "Post (2018), Proc. WMT, 186-191"


def cite(reference: str) -> str:
    """Return authors and year, as they stand in a text.

    >>> cite("Tango (1998), Stat. Med. 17, 891-908")
    'Tango 1998'
    """
    names, _, rest = reference.partition(" (")
    several = names.replace(" and ", ", ").split(", ")
    short = f"{several[0]} et al." if len(several) > 3 else names
    return f"{short} {rest[:4]}"
